# SPDX-License-Identifier: GPL-2.0-only
"""Reads a kernel and its modules, and finds what writes to the two counters."""
import functools
import glob
import gzip
import lzma
import multiprocessing
import os
import re
import subprocess
import tempfile
from collections import Counter, defaultdict

import x86
from btf import Btf
from elf import Elf
from flow import CONST, Flow, STACK

COUNTER_SIZE = 4
BATCH = 64  # modules given to one objdump
# Globals that BTF does not speak of: what a pointer loaded from their start points to.
GLOBALS = {"net_namespace_list": "list_head"}
# Links are everywhere: only those that struct net has at its top lead back to it.
LINKS = ("list_head", "hlist_node", "hlist_head", "rb_node", "llist_node")
# Of 32 bits: other widths are no atomic_t.
ATOMIC = re.compile(r"lock \w+l +[$(0-9-]|(lock \w+|xchg) +%(e\w\w|r\d+d),")
OBJDUMP = ("objdump", "-d", "-r", "-w", "--no-show-raw-insn")


class Types:
    """What a kernel's or a module's BTF says, with regard to struct net."""

    def __init__(self, btf, offsets):
        self.btf, self.offsets = btf, offsets
        self.net = btf.struct("net")
        self.places = defaultdict(set)  # struct -> where struct net has one
        self.links = defaultdict(set)  # the same of links further down
        if self.net:
            links = {btf.struct(name) for name in LINKS}
            for offset, struct in btf.parts(self.net):
                (self.links if struct in links else self.places)[struct].add(offset)
            for m in btf.type(self.net).members:
                self.places[btf.peel(m.type)].add(m.bits // 8)

    def module(self, data):
        """The same for a module."""
        other = Types(Btf(), {})
        other.btf = Btf(data, self.btf) if data else self.btf
        other.net, other.places, other.links, other.offsets = self.net, self.places, self.links, self.offsets
        return other


class Image:
    """What vmlinux has to say on the addresses in it: see Flow."""

    def __init__(self, types, symbols):
        self.types, self.btf = types, types.btf
        self.names = defaultdict(list)
        for addr, _, name in symbols:
            self.names[addr].append(name)
        data = {name: addr for addr, _, name in symbols if name in ("init_net", *GLOBALS)}
        self.init_net = data.get("init_net")
        self.globals = {data[n]: types.btf.struct(s) for n, s in GLOBALS.items() if n in data}

    def prototype(self, name):
        return self.btf.function(name)

    def callee(self, insn):
        if not insn.args or not isinstance(insn.args[0], int):
            return None
        return self.name(insn.args[0])

    def name(self, addr):
        names = self.names.get(addr, [None])
        return next((n for n in names if self.btf.function(n)), names[0])

    def static(self, insn):
        return self.known(frozenset({(CONST, insn.comment)})) if insn.comment else None

    def loaded(self, insn):
        return self.globals.get(insn.comment)

    def known(self, values):
        """The same values, with addresses in init_net as what they are."""
        net, start = self.types.net, self.init_net
        if not net or not start or all(o != CONST for o, _ in values):
            return values
        end, mask = start + self.btf.size(net), (1 << 64) - 1
        return frozenset((net, (n & mask) - start) if o == CONST and start <= n & mask < end else (o, n)
                         for o, n in values)


class Module:
    """The same for a module that is not linked yet."""

    def __init__(self, types):
        self.types, self.btf = types, types.btf

    def prototype(self, name):
        return self.btf.function(name)

    def callee(self, insn):
        if insn.relocs:
            return insn.relocs[0].symbol
        m = re.search(r"<([^>+]+)>", insn.text)
        return m and m.group(1)

    def _target(self, insn):
        """(symbol, offset) that a relocation refers to."""
        reloc = insn.relocs[-1] if insn.relocs else None
        if not reloc:
            return None, 0
        pc_relative = insn.end - reloc.addr if "PC32" in reloc.type or "PLT32" in reloc.type else 0
        return reloc.symbol, reloc.addend + pc_relative

    def static(self, insn):
        symbol, offset = self._target(insn)
        return frozenset({(self.types.net, offset)}) if symbol == "init_net" and self.types.net else None

    def loaded(self, insn):
        symbol, offset = self._target(insn)
        return self.btf.struct(GLOBALS[symbol]) if symbol in GLOBALS and not offset else None

    def known(self, values):
        return values


class Function:
    """One function's instructions, and what they do to the counters."""

    def __init__(self, name, module, lines, kernel):
        self.name, self.module, self.types, self.kernel = name, module, kernel.types, kernel
        self.flow = Flow(x86.parse_function(lines), name, kernel)
        self.atomics = self.unknown = 0

    def findings(self):
        for state, insn in self.flow.walk():
            yield from self._finding(state, insn)

    @functools.cached_property
    def uses(self):
        """Of pointers of unknown origin: (offset, struct, the function that takes it so)."""
        uses = defaultdict(set)
        for state, insn in self.flow.walk():
            for values, struct, callee in self._arguments(state, insn):
                for origin, offset in values:
                    if isinstance(origin, tuple) and struct:
                        uses[origin].add((offset, struct, callee))
        return uses

    @functools.cached_property
    def accesses(self):
        """Of pointers of unknown origin: (offset, size) of what is read and written."""
        accesses = defaultdict(set)
        for state, insn in self.flow.walk():
            mem = x86.memory(insn)
            if not mem or mem.index or insn.op.startswith(("lea", "call", "j", "nop", "prefetch")):
                continue
            for origin, offset in self.flow.address(state, insn, mem):
                if isinstance(origin, tuple):
                    accesses[origin].add((offset, x86.size(insn)))
        return accesses

    def _arguments(self, state, insn):
        """(values, struct, callee) of what a call or tail call hands on."""
        if insn.op not in ("call", "jmp") or self.flow.target(insn) is not None:
            return
        callee = self.kernel.callee(insn)
        _, params = self.kernel.prototype(callee) or (None, [])
        for register, struct in zip(x86.ARGUMENTS, params):
            yield state[register], struct, callee

    def _finding(self, state, insn):
        mem = x86.memory(insn)
        if mem and x86.atomic(insn):
            values = self.flow.address(state, insn, mem)
            self.atomics += 1
            self.unknown += any(isinstance(o, tuple) for o, _ in values)
            for family, offset in self.types.offsets.items():
                verdict = self._judge(insn, values, offset)
                if verdict:
                    yield self._report(family, insn, *verdict)
        elif insn.op.startswith("mov") and insn.args and isinstance(insn.args[-1], x86.Mem):
            yield from self._net_only("stores", insn, self.flow.address(state, insn, insn.args[-1]))
        for values, _, callee in self._arguments(state, insn):
            yield from self._net_only("hands its address to %s()" % callee, insn, values)

    def _net_only(self, what, insn, values):
        for family, offset in self.types.offsets.items():
            if self.types.net and (self.types.net, offset) in values:
                yield self._report(family, insn, "note", what)

    def _report(self, family, insn, verdict, why):
        return {"family": family, "function": self.name, "module": self.module, "addr": insn.addr,
                "insn": insn.text, "verdict": verdict, "why": why}

    def _judge(self, insn, values, counter):
        """(verdict, reason) on an atomic instruction; None where nothing suggests the counter."""
        direct = x86.memory(insn).disp == counter
        verdicts = [self._judge_one(o, n, counter, direct) for o, n in values]
        found = [v for v in verdicts if v]
        if not found:
            return None
        best = min(found, key=lambda v: ("bump", "maybe", "not").index(v[0]))
        if best[0] != "not" and x86.size(insn) != COUNTER_SIZE:
            return "not", "%d bits wide, and the counter has 32" % (8 * x86.size(insn))
        return best

    def _judge_one(self, origin, offset, counter, direct):
        """@direct: the counter's offset is in the instruction itself, after whatever
        was added to the pointer before."""
        btf, net = self.types.btf, self.types.net
        likely = direct or offset == counter
        if isinstance(origin, tuple):
            return self._judge_unknown(origin, offset - counter if direct else 0) if likely else None
        if origin in (STACK, CONST):
            return ("not", "its address is no pointer's") if likely else None
        if origin == net and offset == counter:
            return "bump", "through a struct net"
        title, place = btf.title(origin), counter - offset
        if origin != net and btf.size(origin) > COUNTER_SIZE and (
                place in self.types.places.get(origin, ()) or direct and place in self.types.links.get(origin, ())):
            return "bump", "through the %s in a struct net" % title
        return ("not", "through a %s" % title) if likely else None

    def _judge_unknown(self, origin, start):
        """Whether a struct net may begin at @start from what an unknown pointer points to."""
        if origin[0] == "per-CPU":
            return "not", "per-CPU data"
        if any(struct == self.types.net and offset == start for offset, struct, _ in self.uses[origin]):
            return "bump", "through what is handed on as a struct net"
        reason = self._no_net(origin, start) if self.types.net else None
        return ("not", reason) if reason else ("maybe", "through a pointer of unknown type")

    def _no_net(self, origin, start):
        """Why that can be no struct net, from what else is done with the pointer."""
        btf, net, places, links = self.types.btf, self.types.net, self.types.places, self.types.links
        for at, struct, callee in sorted(self.uses[origin]):
            at -= start
            if at not in places.get(struct, ()) and at not in links.get(struct, ()):
                return "%s() takes %s as a %s" % (
                    callee, "what is at %#x of it" % at if at else "it", btf.title(struct))
        for at, size in sorted(self.accesses[origin]):
            if size >= 4 and not btf.begins(net, at - start):
                return "%d bytes at %#x of it are used, where struct net has no member" % (size, at - start)
        for (_, _, offset) in [o for o in self.uses if o[0] == "loaded" and o[1] == origin]:
            for at, struct, callee in sorted(self.uses["loaded", origin, offset]):
                pointers = btf.load(net, offset - start)
                if btf.begins(net, offset - start) != 8 or not at and pointers and struct not in pointers:
                    return "%s() takes what %#x of it points to as a %s" % (
                        callee, offset - start, btf.title(struct))
        return None


class Scan:
    """All of a kernel. What has to be followed goes to one process for each CPU."""

    def __init__(self, vmlinux, symbols, modules, offsets):
        self.vmlinux, self.modules = vmlinux, modules
        self.set_offsets(offsets)
        with open(vmlinux, "rb") as f:
            elf = Elf(f.read())
        self.symbols = without_kaslr(symbols, elf)
        self.types = Types(Btf(elf.section(".BTF")), offsets)
        self.image = Image(self.types, self.symbols)
        self.counts, self.findings, self.module_functions = Counter(), [], {}

    def set_offsets(self, offsets):
        self.offsets = offsets
        self.needles = [text % n for n in offsets.values() for text in ("$%#x,", "%#x(")]

    def check_offsets(self, members):
        """BTF and the headers must agree, or they are of different kernels."""
        for family, member in members.items() if self.types.net else ():
            offset = self.types.btf.member(self.types.net, member)
            if offset != self.offsets[family]:
                raise ValueError("the headers have %s at %#x, the kernel's BTF at %s" % (
                    member, self.offsets[family], "no place" if offset is None else hex(offset)))

    def run(self):
        paths = sorted(glob.glob(self.modules + "/**/*.ko*", recursive=True)) if self.modules else []
        batches = [paths[i:i + BATCH] for i in range(0, len(paths), BATCH)]
        # Processes that are forked have all that we have, types above all.
        global _scan
        _scan = self
        with multiprocessing.get_context("fork").Pool() as pool:
            modules = pool.imap(_scan_modules, batches)
            for result in pool.imap(_follow_in_image, self._functions_of_image(), chunksize=64):
                self._add(*result)
            for functions, results in modules:
                self.module_functions.update(functions)
                for result in results:
                    self._add(*result)

    def _add(self, counts, findings):
        self.counts.update(counts)
        self.findings += [f for f in findings if f not in self.findings]

    def _wanted(self, line):
        return ATOMIC.search(line) and "(" in line and "%gs:" not in line or \
            any(n in line for n in self.needles)

    def follow(self, name, module, lines, kernel):
        """(counts, findings) of one function."""
        if not any(map(self._wanted, lines)):
            return {"functions": 1}, []
        function = Function(name, module, lines, kernel)
        findings = list(function.findings())
        return {"functions": 1, "followed": 1, "atomics": function.atomics,
                "unknown": function.unknown}, findings

    def follow_in_image(self, function):
        name, lines = function
        return self.follow(name, None, lines, self.image)

    def _functions_of_image(self):
        """(name, lines); a function of many names goes by the one that BTF knows."""
        starts = {"%016x" % addr for addr, kind, _ in self.symbols if kind in "tTwW"}
        name, lines = None, []
        for line in objdump([self.vmlinux]):
            if ":\t" not in line:  # "..." stands for zeroes
                continue
            if line[:16] in starts:
                if name:
                    yield name, lines
                name, lines = self.image.name(int(line[:16], 16)), []
            lines.append(line)
        if name:
            yield name, lines

    def scan_modules(self, paths):
        """(the functions of each module, what follow() has to say on each function)"""
        functions, kernels = {}, {}
        with tempfile.TemporaryDirectory() as tmp:
            for path in paths:
                module = re.sub(r"\.ko.*", "", os.path.basename(path)).replace("-", "_")
                data = decompress(path)
                elf = Elf(data)
                functions[module] = sorted(elf.functions())
                kernels[module] = Module(self.types.module(elf.section(".BTF")))
                with open(os.path.join(tmp, module), "wb") as f:
                    f.write(data)
            found = functions_of_objects([os.path.join(tmp, m) for m in kernels])
            return functions, [self.follow(name, module, lines, kernels[module])
                               for module, name, lines in found]


# What the processes run. A method would take all of its object along each time.

_scan = None


def _follow_in_image(function):
    return _scan.follow_in_image(function)


def _scan_modules(paths):
    return _scan.scan_modules(paths)


def functions_of_objects(paths):
    module = name = None
    lines = []
    for line in objdump(paths):
        if line.startswith("\t"):  # one more relocation
            lines[-1] = lines[-1].rstrip() + "\t" + line.strip()
        elif ":\t" in line:
            lines.append(line)
        if "\t" in line:
            continue
        if lines and name:
            yield module, name, lines
        if "file format" in line:
            module = os.path.basename(line.split(":")[0])
        m = re.match(r"[0-9a-f]{16} <(.*)>:", line)
        if m:
            name, lines = m.group(1), []
        elif line.strip():
            name, lines = None, []
        else:
            lines = []
    if lines and name:
        yield module, name, lines


def objdump(paths):
    with subprocess.Popen([*OBJDUMP, *paths], stdout=subprocess.PIPE, text=True,
                          env=dict(os.environ, LC_ALL="C")) as process:
        yield from process.stdout
    if process.returncode:
        raise RuntimeError("objdump failed")


def decompress(path):
    with open(path, "rb") as f:
        data = f.read()
    if path.endswith(".xz"):
        return lzma.decompress(data)
    if path.endswith(".gz"):
        return gzip.decompress(data)
    if path.endswith(".zst"):
        return subprocess.run(["zstd", "-dcq"], input=data, stdout=subprocess.PIPE, check=True).stdout
    return data


def read_kallsyms(path):
    """(address, type, name) of vmlinux's own symbols."""
    symbols = []
    with open(path, encoding="ascii") as f:
        for line in f:
            fields = line.split()
            if len(fields) == 3 and fields[1] not in "aA":
                symbols.append((int(fields[0], 16), fields[1], fields[2]))
    if not any(addr for addr, _, _ in symbols):
        raise ValueError("%s: all addresses are 0: it must be read by root" % path)
    return symbols


def without_kaslr(symbols, elf):
    """The same symbols, at the addresses of the image."""
    text = next((addr for addr, _, name in symbols if name == "_text"), None)
    if text is None:
        raise ValueError("the symbols are none of a kernel: they lack _text")
    slide = text - next(s.addr for s in elf.sections if s.name == ".text")
    return [(addr - slide, kind, name) for addr, kind, name in symbols]
