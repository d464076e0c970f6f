// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fresh devices: those through which nothing can have been cached.
 *
 * A device is fresh that was registered while we watched and has since then never
 * been up, never had an address, never had an upper device and never moved; and
 * that is no VRF. Container managers move just that: a device which they made a
 * moment ago.
 *
 * Why a cached way out cannot lead through it (files and functions of 6.1, 6.12 and
 * 7.2 alike unless said):
 *
 * - IPv4 routes: fib_check_nh() in net/ipv4/fib_semantics.c has three ways to take a
 *   device, and each refuses one without IFF_UP (fib_check_nh_v4_gw() onlink and
 *   not, fib_check_nh_nongw()); a gateway of the other family goes through
 *   fib6_nh_init(), below. The routes that an address brings (fib_add_ifaddr())
 *   need the address.
 * - An IPv4 route by output interface without a route in the table:
 *   ip_route_output_key_hash_rcu() in net/ipv4/route.c refuses a device without
 *   IFF_UP. Input routes need a packet received, and so a device that is up.
 * - IPv6 routes: fib6_nh_init() in net/ipv6/route.c refuses a device without IFF_UP
 *   unless fc_ignore_dev_down is set, which only addrconf_f6i_alloc() does, for the
 *   local or anycast route of an address. A fresh device has had none. (What is
 *   cached for these leads to the loopback device or to a VRF, by
 *   ip6_rt_get_dev_rcu().)
 * - Nexthop objects: rtm_to_nh_config() in net/ipv4/nexthop.c refuses a device
 *   without IFF_UP, and nexthops themselves are checked by the functions above. Down,
 *   the device takes its objects along: nexthop_flush_dev().
 * - Exceptions (PMTU, redirects) hang on the nexthops above.
 * - dst entries made for one packet (icmp6_dst_alloc() in net/ipv6/route.c, for
 *   neighbour discovery and MLD) are not cached for a later one, and there is no such
 *   packet before IPv6 is up on the device.
 * - Neighbours are no routes, and are taken down with the device (neigh_ifdown()
 *   through arp_ifdown() and ndisc_ifdown()). Packet sockets check IFF_UP before they
 *   send (packet_snd(), tpacket_snd()).
 * - As the lower device of a VRF, bond, bridge, VLAN or the like it is not fresh: the
 *   upper one's routes and queues are not looked at here.
 *
 * So a barrier has no route to take away from the device; synchronize_net() still
 * waits for readers of the device and address lists.
 *
 * All state but the table itself is under RTNL. IPv6 adds addresses without RTNL, in
 * softirq, when it hears from a router: hence the spinlock.
 */
#include <linux/hashtable.h>
#include <linux/inetdevice.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <net/addrconf.h>
#include <net/if_inet6.h>

#include "move.h"

struct fresh_dev {
	struct hlist_node	node;
	const struct net_device	*dev;
};

static DEFINE_SPINLOCK(fresh_lock);
static DEFINE_HASHTABLE(fresh_devs, 8);

/* Off while notifiers are registered, which are then told of devices that are there. */
static bool watching;

/* The device in a move, from NETDEV_UNREGISTER to NETDEV_REGISTER. */
static const struct net_device *moving;
static bool moving_fresh;

/* Without memory the device is not fresh, and its move takes longer. */
static void remember(const struct net_device *dev)
{
	struct fresh_dev *f = kmalloc(sizeof(*f), GFP_KERNEL);

	if (!f)
		return;
	f->dev = dev;
	spin_lock_bh(&fresh_lock);
	hash_add(fresh_devs, &f->node, (unsigned long)dev);
	spin_unlock_bh(&fresh_lock);
}

/* Whether it was fresh until now. */
static bool forget(const struct net_device *dev)
{
	struct fresh_dev *f, *found = NULL;

	spin_lock_bh(&fresh_lock);
	hash_for_each_possible(fresh_devs, f, node, (unsigned long)dev) {
		if (f->dev != dev)
			continue;
		hash_del(&f->node);
		found = f;
		break;
	}
	spin_unlock_bh(&fresh_lock);
	kfree(found);
	return found;
}

static void forget_all(void)
{
	struct hlist_node *next;
	struct fresh_dev *f;
	unsigned int i;

	spin_lock_bh(&fresh_lock);
	hash_for_each_safe(fresh_devs, i, next, f, node) {
		hash_del(&f->node);
		kfree(f);
	}
	spin_unlock_bh(&fresh_lock);
}

static void device_comes(const struct net_device *dev)
{
	if (dev == moving)
		moving = NULL;
	else if (watching)
		remember(dev);
}

/* In a move the device stays registered; see __dev_change_net_namespace() in the kernel. */
static void device_goes(const struct net_device *dev)
{
	bool was_fresh = forget(dev);

	if (dev->reg_state != NETREG_REGISTERED)
		return;
	moving = dev;
	moving_fresh = was_fresh && !netif_is_l3_master(dev);
}

static int netdev_event(struct notifier_block *nb, unsigned long event, void *ptr)
{
	const struct net_device *dev = netdev_notifier_info_to_dev(ptr);

	switch (event) {
	case NETDEV_REGISTER:
		device_comes(dev);
		break;
	case NETDEV_UNREGISTER:
		device_goes(dev);
		break;
	case NETDEV_PRE_UP:
	case NETDEV_UP:
	case NETDEV_PRECHANGEUPPER:
	case NETDEV_CHANGEUPPER:
		forget(dev);
		break;
	}
	return NOTIFY_DONE;
}

static int inetaddr_event(struct notifier_block *nb, unsigned long event, void *ptr)
{
	forget(((struct in_ifaddr *)ptr)->ifa_dev->dev);
	return NOTIFY_DONE;
}

static int inet6addr_event(struct notifier_block *nb, unsigned long event, void *ptr)
{
	forget(((struct inet6_ifaddr *)ptr)->idev->dev);
	return NOTIFY_DONE;
}

/* First in their chains: a notifier before them that stops a chain would hide an event. */
static struct notifier_block netdev_nb = {
	.notifier_call	= netdev_event,
	.priority	= INT_MAX,
};

static struct notifier_block inetaddr_nb = {
	.notifier_call	= inetaddr_event,
	.priority	= INT_MAX,
};

static struct notifier_block inet6addr_nb = {
	.notifier_call	= inet6addr_event,
	.priority	= INT_MAX,
};

static void set_watching(bool on)
{
	rtnl_lock();
	watching = on;
	rtnl_unlock();
}

/**
 * move_fresh_watch() - begin to watch devices
 *
 * Those that are there already are not fresh.
 *
 * Context: may sleep; RTNL must not be held.
 * Return: 0 or an errno; nothing is watched then.
 */
int move_fresh_watch(void)
{
	int err;

	err = register_inetaddr_notifier(&inetaddr_nb);
	if (err)
		return err;
	err = register_inet6addr_notifier(&inet6addr_nb);
	if (err)
		goto err_inetaddr;
	err = register_netdevice_notifier(&netdev_nb);
	if (err)
		goto err_inet6addr;
	set_watching(true);
	return 0;

err_inet6addr:
	unregister_inet6addr_notifier(&inet6addr_nb);
err_inetaddr:
	unregister_inetaddr_notifier(&inetaddr_nb);
	return err;
}

/**
 * move_fresh_unwatch() - undo move_fresh_watch()
 *
 * Context: may sleep; RTNL must not be held.
 */
void move_fresh_unwatch(void)
{
	set_watching(false);
	unregister_netdevice_notifier(&netdev_nb);
	unregister_inet6addr_notifier(&inet6addr_nb);
	unregister_inetaddr_notifier(&inetaddr_nb);
	forget_all();
	moving = NULL;
	moving_fresh = false;
}

/**
 * move_fresh_take() - whether the device in the move under way was fresh
 *
 * Answers once a move: a device that moved is not fresh any more.
 *
 * Context: any; in a move, and so with RTNL held.
 */
bool move_fresh_take(void)
{
	bool fresh = moving_fresh;

	moving_fresh = false;
	return fresh;
}
