#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""
The forms that a bump can take, and those that only look like one: each is a function
of a few instructions, in an object file that is audited as a module, with types made
up for the purpose. Needs no kernel.
"""
import os
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

import btf  # noqa: E402
import scan  # noqa: E402

COUNTER = 0x140  # net.ipv4 is at 0x100, and ipv4.rt_genid at 0x40 in that

# (what, what its first parameter points to, instructions, verdict; None: nothing found)
FORMS = (
    ("disp(reg)", "net", "lock incl 0x140(%rdi)", "bump"),
    ("xadd", "net", "lock xadd %eax,0x140(%rdi)", "bump"),
    ("cmpxchg", "net", "lock cmpxchg %ecx,0x140(%rdi)", "bump"),
    ("xchg", "net", "xchg %eax,0x140(%rdi)", "bump"),
    ("addl", "net", "lock addl $5,0x140(%rdi)", "bump"),
    ("high registers", "net", "mov %rdi,%r13; lock xadd %r9d,0x140(%r13)", "bump"),
    ("lea", "net", "lea 0x140(%rdi),%rax; lock incl (%rax)", "bump"),
    ("lea of the part", "net", "lea 0x100(%rdi),%rbx; lock incl 0x40(%rbx)", "bump"),
    ("add", "net", "add $0x140,%rdi; lock incl (%rdi)", "bump"),
    ("sub", "net", "sub $-0x140,%rdi; lock incl (%rdi)", "bump"),
    ("index", "net", "mov $0x140,%eax; lock incl (%rdi,%rax,1)", "bump"),
    ("index the other way", "net", "mov $0x140,%rax; add %rdi,%rax; lock incl (%rax)", "bump"),
    ("a register saved on the stack", "net",
     "push %rbx; sub $16,%rsp; mov %rdi,8(%rsp); call f; mov 8(%rsp),%rax; lock incl 0x140(%rax)", "bump"),
    ("a stack that is aligned", "net",
     "push %rbp; mov %rsp,%rbp; and $-16,%rsp; push %rdi; call f; pop %rax; lock incl 0x140(%rax)", "bump"),
    ("on one of two paths", "net",
     "test %esi,%esi; je 1f; mov %rdx,%rdi; 1: lock incl 0x140(%rdi)", "bump"),
    ("in a loop", "net", "1: lock incl 0x140(%rdi); dec %ecx; jne 1b", "bump"),
    ("cmov", "net", "test %esi,%esi; cmovne %rdx,%rdi; lock incl 0x140(%rdi)", "bump"),
    ("a member of a parameter", "dev", "mov 8(%rdi),%rax; lock incl 0x140(%rax)", "bump"),
    ("what a function returns", None, "call get_net; lock incl 0x140(%rax)", "bump"),
    ("container_of() of a link", "list_head", "mov (%rdi),%rax; lock incl 0x130(%rax)", "bump"),
    ("container_of() by lea", "list_head", "lea -0x10(%rdi),%rax; lock incl 0x140(%rax)", "bump"),
    ("a part of struct net", "netns_ipv4", "lock incl 0x40(%rdi)", "bump"),
    ("init_net", None, "lock incl init_net+0x140(%rip)", "bump"),
    ("init_net, by its address", None, "mov $init_net,%rdi; lock incl 0x140(%rdi)", "bump"),
    ("init_net, by lea", None, "lea init_net+0x100(%rip),%rdi; lock incl 0x40(%rdi)", "bump"),
    ("a pointer of no type", None, "lock incl 0x140(%rdi)", "maybe"),
    ("a void pointer", "dev", "mov 16(%rdi),%rax; lock incl 0x140(%rax)", "maybe"),
    ("container_of() of a link of no type", "dev",
     "mov 16(%rdi),%rax; lea -0x10(%rax),%rbx; lock incl 0x140(%rbx)", "maybe"),
    ("the same, handed on as a net", "dev",
     "mov 16(%rdi),%rax; lea -0x10(%rax),%rbx; lock incl 0x140(%rbx); mov %rbx,%rdi; call take_net", "bump"),
    ("container_of() of another link in struct net", "list_head",
     "lea -0x188(%rdi),%rax; lock incl 0x140(%rax)", "bump"),
    ("container_of() of a link that struct net does not have", "list_head",
     "lea -0x20(%rdi),%rax; lock incl 0x140(%rax)", "not"),
    ("a void pointer, handed on as a net", "dev",
     "mov 16(%rdi),%rbx; lock incl 0x140(%rbx); mov %rbx,%rdi; call take_net", "bump"),
    ("a void pointer, loaded twice", "dev",
     "mov %rdi,%rbx; mov 16(%rbx),%rdi; call take_net; mov 16(%rbx),%rax; lock incl 0x140(%rax)", "bump"),
    ("code that only a static branch leads to", "net",
     ".byte 0x0f,0x1f,0x44,0,0; 1: ret; lock incl 0x140(%rdi); jmp 1b", "bump"),
    ("its address handed on", "net", "lea 0x140(%rdi),%rdi; call take_net", "note"),
    ("a plain store", "net", "movl $1,0x140(%rdi)", "note"),
    ("another struct", "other", "lock incl 0x140(%rdi)", "not"),
    ("another struct, found by a link", "list_head", "lock incl 0x140(%rdi)", "not"),
    ("a void pointer, handed on as another struct", "dev",
     "mov 16(%rdi),%rbx; lock incl 0x140(%rbx); mov %rbx,%rdi; call take_other", "not"),
    ("a void pointer to what has another struct inside", "dev",
     "mov 16(%rdi),%rbx; lock incl 0x140(%rbx); lea 0x30(%rbx),%rdi; call take_other", "not"),
    ("a void pointer, used where struct net has nothing", "dev",
     "mov 16(%rdi),%rbx; lock incl 0x140(%rbx); mov 0x44(%rbx),%ecx", "not"),
    ("another member", "net", "lock incl 0x144(%rdi)", None),
    ("64 bits", "net", "lock incq 0x140(%rdi)", "not"),
    ("64 bits, cmpxchg", "net", "lock cmpxchg %rcx,0x140(%rdi)", "not"),
    ("per-CPU data", "net", "lock incl %gs:0x140(%rdi)", "not"),
    ("no atomic instruction", "net", "mov 0x140(%rdi),%eax", None),
    ("a register that a call changed", "net", "call f; lock incl 0x138(%rdi)", None),
)


class Writer:
    """Writes BTF."""

    def __init__(self):
        self.types, self.strings, self.count, self.numbers = b"", b"\0", 0, {}

    def string(self, text):
        self.strings += text.encode() + b"\0"
        return len(self.strings) - len(text) - 1

    def add(self, kind, name, size, tail=b"", count=0):
        self.types += struct.pack("<III", self.string(name) if name else 0, kind << 24 | count, size) + tail
        self.count += 1
        self.numbers[kind, name] = self.count
        return self.count

    def struct(self, name, size, *members):
        tail = b"".join(struct.pack("<III", self.string(m), typ, 8 * at) for m, typ, at in members)
        return self.add(btf.STRUCT, name, size, tail, len(members))

    def function(self, name, returns, *params):
        tail = b"".join(struct.pack("<II", 0, p) for p in params)
        proto = self.add(btf.PROTO, None, returns, tail, len(params))
        self.add(btf.FUNC, name, proto)

    def data(self):
        return struct.pack("<HBBIIIII", 0xEB9F, 1, 0, 24, 0, len(self.types), len(self.types),
                           len(self.strings)) + self.types + self.strings


def made_up_types():
    w = Writer()
    integer = w.add(btf.INT, "int", 4, struct.pack("<I", 32))
    void = w.add(btf.PTR, None, 0)
    link = w.struct("list_head", 16, ("next", w.count + 2, 0), ("prev", w.count + 2, 8))
    links = w.add(btf.PTR, None, link)
    ipv4 = w.struct("netns_ipv4", 0x98, ("rt_genid", integer, 0x40), ("other", integer, 0x44), ("links", link, 0x88))
    net = w.struct("net", 0x400, ("list", link, 0x10), ("ipv4", ipv4, 0x100))
    other = w.struct("other", 0x400, ("x", integer, 0x140))
    pointers = {s: w.add(btf.PTR, None, n) for s, n in (("net", net), ("other", other), ("netns_ipv4", ipv4))}
    pointers["list_head"] = links
    dev = w.struct("dev", 64, ("net", pointers["net"], 8), ("priv", void, 16))
    pointers["dev"] = w.add(btf.PTR, None, dev)
    w.function("take_net", 0, pointers["net"])
    w.function("take_other", 0, pointers["other"])
    w.function("get_net", pointers["net"])
    for i, (_, parameter, _, _) in enumerate(FORMS):
        if parameter:
            w.function("form%d" % i, 0, pointers[parameter])
    return btf.Btf(w.data())


def assemble(path):
    text = ".text\n"
    for i, (_, _, code, _) in enumerate(FORMS):
        text += ".globl form%d\n.type form%d,@function\nform%d:\n%s\nret\n" % (i, i, i, code)
    subprocess.run(["as", "--64", "-o", path, "-"], input=text.encode(), check=True)


def audit(path):
    """form's name -> what was found in it."""
    s = scan.Scan.__new__(scan.Scan)
    s.set_offsets({"ipv4": COUNTER})
    kernel = scan.Module(scan.Types(made_up_types(), s.offsets))
    return {name: s.follow(name, module, lines, kernel)[1]
            for module, name, lines in scan.functions_of_objects([path])}


def main():
    with tempfile.TemporaryDirectory() as tmp:
        assemble(os.path.join(tmp, "forms"))
        found = audit(os.path.join(tmp, "forms"))
    failed = 0
    print("1..%d" % len(FORMS))
    for i, (what, _, code, expected) in enumerate(FORMS):
        verdicts = {f["verdict"] for f in found["form%d" % i]}
        good = verdicts == ({expected} if expected else set())
        failed |= not good
        print("%sok %d - %s: %s" % ("" if good else "not ", i + 1, what, expected or "nothing"))
        if not good:
            print("# %s\n# found: %s" % (code, found["form%d" % i]))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
