// SPDX-License-Identifier: GPL-2.0-only
/* What follows from the symbols of a kernel, on made-up kernels. */
#include "kernel.h"
#include "tap.h"
#include "genid_site.h"

static const char * const *kernel;	/* the functions it has */
static unsigned int looked_for;

static unsigned long find(const char *name)
{
	unsigned int i;

	looked_for++;
	for (i = 0; kernel[i]; i++)
		if (!strcmp(kernel[i], name))
			return 0x1000 * (i + 1);
	return 0;
}

static const char * const stock[] = { "needed", "optional", NULL };
static const char * const bare[] = { "something_else", NULL };
static const char * const fixed[] = { "needed", "optional", GENID_NATIVE_SYMBOL, NULL };

static void test_stock(void)
{
	struct genid_symbol needed = { "needed", GENID_NEEDED, 0 };
	struct genid_symbol optional = { "optional", GENID_OPTIONAL, 0 };

	kernel = stock;
	ok(!genid_kernel_is_native(find, true), "a stock kernel is not native");
	ok(!genid_symbol_find(&needed, find) && needed.addr == 0x1000, "a needed site is found");
	ok(!genid_symbol_find(&optional, find) && optional.addr, "an optional site is found");
	ok(!strcmp(genid_symbol_state(&needed, false, false), "off"), "it is off at first");
	ok(!strcmp(genid_symbol_state(&needed, false, true), "armed"), "and armed with its family");
}

static void test_bare(void)
{
	struct genid_symbol needed = { "needed", GENID_NEEDED, 7 };
	struct genid_symbol optional = { "optional", GENID_OPTIONAL, 7 };
	struct genid_symbol module = { "of_a_module", GENID_MODULE, 7 };

	kernel = bare;
	ok(genid_symbol_find(&needed, find) == -EOPNOTSUPP, "a needed site missing is an error");
	ok(!needed.addr, "with no address");
	ok(!strcmp(genid_symbol_state(&needed, false, false), "missing"), "and it is reported");
	ok(!genid_symbol_find(&optional, find), "an optional one is none");
	ok(!strcmp(genid_symbol_state(&optional, false, true), "absent"), "it is absent");
	ok(!genid_symbol_find(&module, find), "a module that is not loaded is no error");
	ok(!strcmp(genid_symbol_state(&module, false, true), "absent"), "and its site is absent");
}

static void test_native(void)
{
	struct genid_symbol needed = { "needed", GENID_NEEDED, 0 };

	kernel = fixed;
	ok(genid_kernel_is_native(find, false), "a kernel with the fix compiled in is native");
	ok(!genid_kernel_is_native(find, true),
	   "a copy of the inline function that the compiler emitted is not the fix");
	ok(!strcmp(genid_symbol_state(&needed, true, false), "native"), "its sites are native");
	ok(!needed.addr, "and need not be found");

	kernel = stock;
	ok(!genid_kernel_is_native(find, false), "nor do headers alone make a kernel native");
	looked_for = 0;
	genid_kernel_is_native(find, true);
	ok(!looked_for, "a kernel that inlines the bump is not asked");
}

int main(void)
{
	test_stock();
	test_bare();
	test_native();
	return done_testing();
}
