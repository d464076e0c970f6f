/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The search for one call instruction in the text of a function. Also compiled
 * for user space, by test/unit.
 */
#ifndef CALL_SITE_H
#define CALL_SITE_H

#ifdef __KERNEL__
#include <linux/string.h>
#include <linux/types.h>
#endif

#define CALL_SITE_OPCODE	0xe8	/* call rel32 */
#define CALL_SITE_SIZE		5

/*
 * How far from its symbol a call may enter a function. Call depth tracking sends
 * calls through the padding before it (arch/x86/kernel/callthunks.c of 6.12), IBT
 * lets them skip ENDBR64 after it.
 */
#define CALL_SITE_BEFORE	16
#define CALL_SITE_AFTER		4

/**
 * call_site_find() - find the calls of one function in the text of another
 * @text: the bytes of the calling function
 * @len: how many there are
 * @addr: the address that the first byte runs at
 * @target: the address of the called function
 * @site: where the address of the first call found goes; untouched if there is none
 *
 * Looks at every byte, since it does not decode instructions. A match that is
 * no instruction has 32 bits to get right by chance, and kprobes refuse to
 * probe it (-EILSEQ).
 *
 * Return: how many calls there are.
 */
static inline unsigned int call_site_find(const u8 *text, size_t len, unsigned long addr,
					  unsigned long target, unsigned long *site)
{
	unsigned int found = 0;
	unsigned long goal;
	size_t i;
	s32 rel;

	for (i = 0; i + CALL_SITE_SIZE <= len; i++) {
		if (text[i] != CALL_SITE_OPCODE)
			continue;
		memcpy(&rel, text + i + 1, sizeof(rel));
		goal = addr + i + CALL_SITE_SIZE + rel;
		if (goal - (target - CALL_SITE_BEFORE) > CALL_SITE_BEFORE + CALL_SITE_AFTER)
			continue;
		if (!found++)
			*site = addr + i;
	}
	return found;
}

#endif /* CALL_SITE_H */
