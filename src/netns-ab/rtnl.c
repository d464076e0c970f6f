// SPDX-License-Identifier: GPL-2.0-only
/*
 * rtnetlink with libmnl: batches of requests with their errors, and dumps.
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

#include "rtnl.h"

/**
 * rtnl_batch_begin() - start one more message
 * @b: the batch; all zero at first
 * @type: RTM_*
 * @flags: NLM_F_* beside NLM_F_REQUEST
 *
 * Return: its header, to which the caller adds the family header and attributes.
 */
struct nlmsghdr *rtnl_batch_begin(struct rtnl_batch *b, int type, int flags)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(b->buf + b->len);

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST | flags;
	nlh->nlmsg_seq = ++b->count;
	return nlh;
}

/**
 * rtnl_batch_end() - finish the message that rtnl_batch_begin() started
 * @b: the batch
 * @nlh: the message
 */
void rtnl_batch_end(struct rtnl_batch *b, struct nlmsghdr *nlh)
{
	b->last = nlh;
	b->len += MNL_ALIGN(nlh->nlmsg_len);
	assert(b->len <= sizeof(b->buf));
}

/**
 * rtnl_open() - open an rtnetlink socket in this thread's network namespace
 * @nl: where it goes; the caller closes it with mnl_socket_close()
 *
 * It is not bound: the kernel does that by itself at the first send.
 *
 * Return: 0 or a negative errno.
 */
int rtnl_open(struct mnl_socket **nl)
{
	int one = 1;

	*nl = mnl_socket_open2(NETLINK_ROUTE, SOCK_CLOEXEC);
	if (!*nl)
		return -errno;

	/* Without it errors merely come without a text. */
	mnl_socket_setsockopt(*nl, NETLINK_EXT_ACK, &one, sizeof(one));
	return 0;
}

static ssize_t recv_again(struct mnl_socket *nl, void *buf, size_t size)
{
	ssize_t n;

	do {
		n = mnl_socket_recvfrom(nl, buf, size);
	} while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

/* Copies the text of the extended ack, if any: it follows the request, which may be cut. */
static void read_extack(const struct nlmsghdr *nlh, struct rtnl_error *e)
{
	const struct nlmsgerr *err = mnl_nlmsg_get_payload(nlh);
	size_t off = sizeof(*err);
	const struct nlattr *attr;

	if (!(nlh->nlmsg_flags & NLM_F_ACK_TLVS))
		return;
	if (!(nlh->nlmsg_flags & NLM_F_CAPPED))
		off += MNL_ALIGN(err->msg.nlmsg_len) - sizeof(err->msg);

	mnl_attr_for_each(attr, nlh, off)
		if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_MSG)
			snprintf(e->text, sizeof(e->text), "%.*s",
				 (int)mnl_attr_get_payload_len(attr),
				 (const char *)mnl_attr_get_payload(attr));
}

/* Handles one answer. Return: the kernel's errno for that request (negative), or 0. */
static int read_ack(const struct nlmsghdr *nlh, struct rtnl_error *e)
{
	const struct nlmsgerr *err = mnl_nlmsg_get_payload(nlh);

	if (nlh->nlmsg_type != NLMSG_ERROR || mnl_nlmsg_get_payload_len(nlh) < sizeof(*err))
		return -EBADMSG;
	if (err->error) {
		e->seq = nlh->nlmsg_seq;
		read_extack(nlh, e);
	}
	return err->error;
}

/* Reads answers up to the one to the last message. Return: the first error, or 0. */
static int read_acks(struct mnl_socket *nl, unsigned int last, struct rtnl_error *e)
{
	char buf[RTNL_BATCH_SIZE + 512] __aligned(8);
	const struct nlmsghdr *nlh = (const struct nlmsghdr *)buf;
	struct rtnl_error ignored = {};
	int first = 0, ret, len;

	do {
		len = recv_again(nl, buf, sizeof(buf));
		if (len < 0)
			return len;
		if (!mnl_nlmsg_ok(nlh, len))
			return -EBADMSG;
		ret = read_ack(nlh, first ? &ignored : e);
		if (!first)
			first = ret;
	} while (nlh->nlmsg_seq != last);
	return first;
}

/**
 * rtnl_batch_send() - have the kernel carry out a batch
 * @nl: socket in the network namespace meant
 * @b: at least one message
 * @e: told which request was the first to fail
 *
 * Only the last message asks for an ack: those before it answer only when they fail. One send and
 * one receive do for all of them.
 *
 * Return: 0 or the negative errno of the first request that failed.
 */
int rtnl_batch_send(struct mnl_socket *nl, struct rtnl_batch *b, struct rtnl_error *e)
{
	e->seq = 0;
	e->text[0] = '\0';
	b->last->nlmsg_flags |= NLM_F_ACK;
	if (mnl_socket_sendto(nl, b->buf, b->len) < 0)
		return -errno;
	return read_acks(nl, b->count, e);
}

static int dump_on(struct mnl_socket *nl, struct nlmsghdr *req, mnl_cb_t cb, void *data)
{
	char buf[RTNL_RECV_SIZE] __aligned(8);
	int len, ret;

	if (mnl_socket_sendto(nl, req, req->nlmsg_len) < 0)
		return -errno;

	do {
		len = recv_again(nl, buf, sizeof(buf));
		if (len < 0)
			return len;
		ret = mnl_cb_run(buf, len, req->nlmsg_seq, 0, cb, data);
	} while (ret > MNL_CB_STOP);
	return ret < 0 ? -errno : 0;
}

/**
 * rtnl_dump() - send a dump request and hand each answer to @cb
 * @req: the whole request, with NLM_F_DUMP
 * @cb: called for each answer
 * @data: for @cb
 *
 * Return: 0, -EINTR when the kernel's list changed meanwhile so that the dump may be wrong, or
 * another negative errno.
 */
int rtnl_dump(struct nlmsghdr *req, mnl_cb_t cb, void *data)
{
	struct mnl_socket *nl;
	int ret;

	ret = rtnl_open(&nl);
	if (ret)
		return ret;
	ret = dump_on(nl, req, cb, data);
	mnl_socket_close(nl);
	return ret;
}

/**
 * rtnl_get() - send a request that has one answer and hand that to @cb
 * @nl: socket in the network namespace meant
 * @b: the one message
 * @cb: called for the answer
 * @data: for @cb
 *
 * Return: 0 or a negative errno.
 */
int rtnl_get(struct mnl_socket *nl, const struct rtnl_batch *b, mnl_cb_t cb, void *data)
{
	char buf[RTNL_RECV_SIZE] __aligned(8);
	int len;

	if (mnl_socket_sendto(nl, b->buf, b->len) < 0)
		return -errno;
	len = recv_again(nl, buf, sizeof(buf));
	if (len < 0)
		return len;
	return mnl_cb_run(buf, len, b->last->nlmsg_seq, 0, cb, data) < 0 ? -errno : 0;
}
