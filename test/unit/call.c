// SPDX-License-Identifier: GPL-2.0-only
/* The search for a call: in the text of three stock kernels, and in made-up bytes. */
#include "kernel.h"
#include "tap.h"
#include "call_sites.h"
#include "call_site.h"

#define TEXT	0x1000UL	/* where the made-up text runs */
#define TARGET	0x1800UL	/* what it calls */

static void test_recorded(const struct recorded *r)
{
	unsigned long site = 0;
	unsigned int n;

	n = call_site_find(r->text, sizeof(r->text), r->addr, r->target, &site);
	ok(n == 1 && site == r->call, "%s: the one call of rcu_barrier() is found", r->kernel);
	n = call_site_find(r->text, sizeof(r->text), r->addr, r->target + 0x100, &site);
	ok(n == 0, "%s: and none of another function", r->kernel);
	n = call_site_find(r->text, r->call - r->addr + 4, r->addr, r->target, &site);
	ok(n == 0, "%s: nor one that is cut off", r->kernel);
}

/* Puts a call of @target into the made-up @text. */
static void put_call(u8 *text, size_t at, unsigned long target)
{
	s32 rel = target - (TEXT + at + CALL_SITE_SIZE);

	text[at] = CALL_SITE_OPCODE;
	memcpy(text + at + 1, &rel, sizeof(rel));
}

static unsigned int find(const u8 *text, size_t len, unsigned long *site)
{
	*site = 0;
	return call_site_find(text, len, TEXT, TARGET, site);
}

static void test_made_up(void)
{
	u8 text[64] = {};
	unsigned long site;

	ok(find(text, sizeof(text), &site) == 0 && !site, "no call, no site");
	ok(find(text, 0, &site) == 0, "nor in no text at all");

	put_call(text, 59, TARGET);
	ok(find(text, 64, &site) == 1 && site == TEXT + 59, "a call at the very end is found");
	ok(find(text, 63, &site) == 0, "but not if its last byte is missing");
	put_call(text, 0, TARGET);
	ok(find(text, 64, &site) == 2 && site == TEXT, "two are counted, the first is told");
	text[59] = 0xe9;
	ok(find(text, 64, &site) == 1, "a jump is no call");
	put_call(text, 0, TARGET - 0x2000);
	ok(find(text, 64, &site) == 0, "a call backwards of another function is none");
	text[0] = CALL_SITE_OPCODE;
	text[1] = CALL_SITE_OPCODE;
	put_call(text, 2, TARGET);
	ok(find(text, 64, &site) == 1 && site == TEXT + 2, "bytes that look like one are skipped");
}

static void test_entries(void)
{
	u8 text[16] = {};
	unsigned long site;

	put_call(text, 3, TARGET - CALL_SITE_BEFORE);
	ok(find(text, sizeof(text), &site) == 1, "a call through the padding before it is found");
	put_call(text, 3, TARGET + CALL_SITE_AFTER);
	ok(find(text, sizeof(text), &site) == 1, "a call past its ENDBR64 is found");
	put_call(text, 3, TARGET - CALL_SITE_BEFORE - 1);
	ok(find(text, sizeof(text), &site) == 0, "one further before is none");
	put_call(text, 3, TARGET + CALL_SITE_AFTER + 1);
	ok(find(text, sizeof(text), &site) == 0, "nor one further into it");
}

int main(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(recorded); i++)
		test_recorded(&recorded[i]);
	test_made_up();
	test_entries();
	return done_testing();
}
