// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ethernet devices of an L2TPv3 tunnel. They are the only ones that can be made at will and that
 * have no rtnl_link_ops: the kernel treats them as it does hardware, and moves them back to the
 * initial namespace where it deletes the one that they are in.
 *
 * The tunnel leads from a socket to itself, so it reaches nobody. It is gone with the socket, and
 * the devices with the tunnel, also where the program is killed.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/l2tp.h>

#include "l2tp.h"
#include "msg.h"
#include "util.h"

#define L2TP_VERSION	3
#define TUNNEL_ID	0x6e616200	/* of a tunnel, on both sides; and the first of a session */
#define PEER_SESSION	0x80000000	/* no session has this: what is sent is not received */
#define BUF_SIZE	1024

static int tunnel_fd = -1;
static struct mnl_socket *nl;
static int family;
static unsigned int sessions;

static int failed(const char *what, int err)
{
	msg_error("--pattern phys: %s: %s; is there the module l2tp_eth?", what, strerror(err));
	return -err;
}

static struct nlmsghdr *begin(void *buf, int type, int cmd, int version)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct genlmsghdr *genl;

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = cmd;
	genl->version = version;
	return nlh;
}

/* Return: 0 or a negative errno. */
static int talk(struct nlmsghdr *nlh, mnl_cb_t cb, void *data)
{
	char buf[BUF_SIZE * 8] __aligned(8);
	int n, ret;

	if (mnl_socket_sendto(nl, nlh, nlh->nlmsg_len) < 0)
		return -errno;
	do {
		n = mnl_socket_recvfrom(nl, buf, sizeof(buf));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		ret = mnl_cb_run(buf, n, 0, 0, cb, data);
	} while (n < 0 || ret > MNL_CB_STOP);
	return ret < 0 ? -errno : 0;
}

static int read_family(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == CTRL_ATTR_FAMILY_ID)
			*(int *)data = mnl_attr_get_u16(attr);
	return MNL_CB_OK;
}

static int find_family(void)
{
	char buf[BUF_SIZE] __aligned(8);
	struct nlmsghdr *nlh = begin(buf, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 1);
	int ret;

	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, L2TP_GENL_NAME);
	ret = talk(nlh, read_family, &family);
	return ret ? failed("looking for L2TP", -ret) : 0;
}

/* A UDP socket that is connected to itself. */
static int open_socket(void)
{
	struct sockaddr_in addr = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	struct sockaddr *sa = (struct sockaddr *)&addr;
	socklen_t len = sizeof(addr);

	tunnel_fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (tunnel_fd < 0 || bind(tunnel_fd, sa, len) || getsockname(tunnel_fd, sa, &len) ||
	    connect(tunnel_fd, sa, len))
		return failed("a UDP socket on 127.0.0.1", errno);
	return 0;
}

static int add_tunnel(void)
{
	char buf[BUF_SIZE] __aligned(8);
	struct nlmsghdr *nlh = begin(buf, family, L2TP_CMD_TUNNEL_CREATE, L2TP_GENL_VERSION);
	int ret;

	mnl_attr_put_u32(nlh, L2TP_ATTR_CONN_ID, TUNNEL_ID);
	mnl_attr_put_u32(nlh, L2TP_ATTR_PEER_CONN_ID, TUNNEL_ID);
	mnl_attr_put_u8(nlh, L2TP_ATTR_PROTO_VERSION, L2TP_VERSION);
	mnl_attr_put_u16(nlh, L2TP_ATTR_ENCAP_TYPE, L2TP_ENCAPTYPE_UDP);
	mnl_attr_put_u32(nlh, L2TP_ATTR_FD, tunnel_fd);
	ret = talk(nlh, NULL, NULL);
	return ret ? failed("making a tunnel", -ret) : 0;
}

/**
 * l2tp_open() - make the tunnel, in this thread's network namespace
 *
 * Return: 0, or a negative errno after an error line. The caller calls l2tp_close() in either case.
 */
int l2tp_open(void)
{
	int ret;

	sessions = 0;
	nl = mnl_socket_open2(NETLINK_GENERIC, SOCK_CLOEXEC);
	if (!nl)
		return failed("opening a netlink socket", errno);
	ret = find_family();
	if (!ret)
		ret = open_socket();
	if (!ret)
		ret = add_tunnel();
	return ret;
}

/**
 * l2tp_add_device() - make one more device of the tunnel
 * @name: its name
 *
 * Return: 0, or a negative errno after an error line.
 */
int l2tp_add_device(const char *name)
{
	char buf[BUF_SIZE] __aligned(8);
	struct nlmsghdr *nlh = begin(buf, family, L2TP_CMD_SESSION_CREATE, L2TP_GENL_VERSION);
	unsigned int id = TUNNEL_ID + sessions++;
	int ret;

	mnl_attr_put_u32(nlh, L2TP_ATTR_CONN_ID, TUNNEL_ID);
	mnl_attr_put_u32(nlh, L2TP_ATTR_SESSION_ID, id);
	mnl_attr_put_u32(nlh, L2TP_ATTR_PEER_SESSION_ID, id | PEER_SESSION);
	mnl_attr_put_u16(nlh, L2TP_ATTR_PW_TYPE, L2TP_PWTYPE_ETH);
	mnl_attr_put_strz(nlh, L2TP_ATTR_IFNAME, name);
	ret = talk(nlh, NULL, NULL);
	return ret ? failed("making a device", -ret) : 0;
}

/**
 * l2tp_close() - have the kernel delete the tunnel, and the devices with it
 *
 * It does so in its own time.
 */
void l2tp_close(void)
{
	if (tunnel_fd >= 0)
		close(tunnel_fd);
	tunnel_fd = -1;
	if (nl)
		mnl_socket_close(nl);
	nl = NULL;
}
