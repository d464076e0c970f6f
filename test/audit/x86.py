# SPDX-License-Identifier: GPL-2.0-only
"""Instructions of x86-64, as objdump prints them."""
import re
from collections import namedtuple

# op without its prefixes; args: operands in AT&T's order; end: the next one's address
Insn = namedtuple("Insn", "addr end op args locked text relocs comment")
Reg = namedtuple("Reg", "name size")
Imm = namedtuple("Imm", "value")
Mem = namedtuple("Mem", "segment disp base index scale")
Reloc = namedtuple("Reloc", "addr type symbol addend")

PREFIXES = {"lock", "rep", "repz", "repnz", "notrack", "bnd", "data16", "cs", "ds", "es", "ss",
            "rex.W", "rex", "addr32"}
SIZES = {"b": 1, "w": 2, "l": 4, "q": 8}
ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
CLOBBERED = ("rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11")


def _registers():
    regs = {}
    for r in "abcd":
        regs.update({"r%sx" % r: ("r%sx" % r, 8), "e%sx" % r: ("r%sx" % r, 4),
                     "%sx" % r: ("r%sx" % r, 2), "%sl" % r: ("r%sx" % r, 1), "%sh" % r: ("r%sx" % r, 1)})
    for r in ("si", "di", "bp", "sp"):
        regs.update({"r" + r: ("r" + r, 8), "e" + r: ("r" + r, 4), r: ("r" + r, 2), r + "l": ("r" + r, 1)})
    for n in range(8, 16):
        regs.update({"r%d%s" % (n, s): ("r%d" % n, size) for s, size in
                     (("", 8), ("d", 4), ("w", 2), ("b", 1))})
    return {name: Reg(*r) for name, r in regs.items()}


REGISTERS = _registers()
NAMES = sorted({r.name for r in REGISTERS.values()})

MEM = re.compile(r"(?:%(\w\w):)?(-?0x[0-9a-f]+)?(?:\((?:%(\w+))?(?:,%(\w+)(?:,(\d))?)?\))?$")
TARGET = re.compile(r"(0x)?[0-9a-f]+$")  # of a direct jump or call
SPLIT = re.compile(r",(?![^(]*\))")


def _operand(text):
    if text.startswith("$"):
        value = int(text[1:], 16)
        return Imm(value - (1 << 64) if value >= 1 << 63 else value)
    if text[0] == "%" and text[1:] in REGISTERS:
        return REGISTERS[text[1:]]
    m = MEM.match(text.lstrip("*"))
    if not m:
        return None
    segment, disp, base, index, scale = m.groups()
    name = lambda r: r if r in (None, "rip") else REGISTERS[r].name if r in REGISTERS else "?"
    return Mem(segment, int(disp or "0", 16), name(base), name(index), int(scale or 1))


def _reloc(addr, symbol):
    addr, _, typ = addr.strip().partition(": ")
    name, sign, addend = re.match(r"(.*?)(?:([+-])0x([0-9a-f]+))?$", symbol).groups()
    addend = int(addend, 16) * (-1 if sign == "-" else 1) if addend else 0
    return Reloc(int(addr, 16), typ, name, addend)


def parse(line, end):
    """One line of objdump -d -r -w --no-show-raw-insn."""
    fields = line.rstrip().split("\t")
    text, _, comment = fields[1].partition("#")
    words = text.split()
    locked = "lock" in words
    while words and words[0] in PREFIXES:
        words.pop(0)
    op = words[0] if words else "(bad)"
    rest = " ".join(words[1:])
    if op[0] == "j" or op.startswith(("call", "loop", "xbegin")):
        rest = rest.partition(" <")[0]
        args = [int(rest, 16)] if TARGET.match(rest) else [_operand(rest)] if rest else []
    else:
        args = [_operand(a) for a in SPLIT.split(rest)] if rest else []
    relocs = [_reloc(*fields[i:i + 2]) for i in range(2, len(fields) - 1, 2)]
    m = re.match(r"\s*(?:0x)?([0-9a-f]+)", comment)
    return Insn(int(fields[0].strip(" :"), 16), end, op, args, locked, " ".join(text.split()),
                relocs, int(m.group(1), 16) if m else None)


def parse_function(lines):
    starts = [int(line.split(":", 1)[0], 16) for line in lines]
    return [parse(line, end) for line, end in zip(lines, starts[1:] + [starts[-1] + 1])]


def size(insn):
    """How many bytes an instruction reads or writes in memory, or at least so many."""
    if insn.op.startswith(("movzb", "movsb", "movzw", "movsw", "movsl")) and len(insn.args) == 2:
        return SIZES[insn.op[4]]
    if insn.op.startswith("set"):
        return 1
    for arg in insn.args:
        if isinstance(arg, Reg):
            return arg.size
    return SIZES.get(insn.op[-1], 1)


def memory(insn):
    """Its operand in memory, or None."""
    for arg in insn.args:
        if isinstance(arg, Mem):
            return arg
    return None


def atomic(insn):
    """Whether it reads and writes memory at once."""
    return (insn.locked or insn.op.startswith("xchg")) and memory(insn) is not None
