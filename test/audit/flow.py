# SPDX-License-Identifier: GPL-2.0-only
"""Where the pointers in a function come from.

Follows the values of registers and of slots on the stack along all paths of one
function. A value is a set of (origin, offset): a path may bring another value than
the next. An origin is one of

  a number       the struct of that number in BTF: the value points to one, offset
                 bytes after its start
  STACK          the stack pointer at the function's entry
  CONST          nothing: offset is all there is
  (what, ...)    not known, but the same in all values of one such origin; what
                 is loaded from one place, ("loaded", origin, offset), has one type
                 if no more

What is known comes from the types of parameters, of what functions return, and of
members that pointers are loaded from.

Not followed: what other functions write to slots of ours through a pointer (a call
that gets such a pointer makes all slots above it unknown), and where a static branch
that is off in the image would lead to: code that no path leads to starts with what is
known at the static branch that it comes back to, or with nothing known.
"""
import heapq

import x86

STACK, CONST = "stack", "const"
MOST = 8  # values in a set; more make one that is not known
DEEPEST = 3  # loads in a row that make an origin: a list may have no end

NO_RESULT = ("cmp", "test", "nop", "push", "prefetch", "ud2", "int3", "ucomis", "comis", "clts",
             "lfence", "mfence", "sfence", "endbr64", "pause", "cli", "sti", "cld", "std", "verw",
             "bt", "btl", "btq", "btw", "hlt", "swapgs", "clac", "stac")
# What an instruction writes apart from its last operand.
IMPLICIT = {
    "cmpxchg": ("rax",), "cmpxchg8b": ("rax", "rdx"), "cmpxchg16b": ("rax", "rdx"),
    "cpuid": ("rax", "rbx", "rcx", "rdx"), "rdtsc": ("rax", "rdx"), "rdtscp": ("rax", "rcx", "rdx"),
    "rdmsr": ("rax", "rdx"), "rdpmc": ("rax", "rdx"), "xgetbv": ("rax", "rdx"), "rdpkru": ("rax", "rdx"),
    "cltq": ("rax",), "cwtl": ("rax",), "cqto": ("rdx",), "cltd": ("rdx",),
    "mul": ("rax", "rdx"), "imul": ("rax", "rdx"), "div": ("rax", "rdx"), "idiv": ("rax", "rdx"),
    "movs": ("rcx", "rsi", "rdi"), "stos": ("rcx", "rdi"), "cmps": ("rcx", "rsi", "rdi"),
    "scas": ("rcx", "rdi"), "lods": ("rax", "rcx", "rsi"),
    "vmcall": x86.CLOBBERED, "vmmcall": x86.CLOBBERED, "tdcall": x86.NAMES, "syscall": x86.CLOBBERED,
}
STRING = ("movs", "stos", "cmps", "scas", "lods")
NO_RETURN = {"__stack_chk_fail", "panic", "do_exit", "make_task_dead", "__fortify_panic"}


def implicit(insn):
    if insn.op.rstrip("bwlq") in STRING and len(insn.args) == 2 and \
            not any(isinstance(a, x86.Reg) and a.name != "rax" for a in insn.args):
        return IMPLICIT[insn.op.rstrip("bwlq")]
    if insn.op.rstrip("bwlq") in ("mul", "imul", "div", "idiv") and len(insn.args) > 1:
        return ()
    return IMPLICIT.get(insn.op) or IMPLICIT.get(insn.op.rstrip("bwlq"), ())


def depth(origin):
    """How many loads it takes to get there from where something else is known."""
    n = 0
    while isinstance(origin, tuple) and origin[0] == "loaded":
        origin, n = origin[1], n + 1
    return n


def shift(values, by):
    return frozenset((origin, offset + by) for origin, offset in values)


class Flow:
    """@kernel tells what a call or an address refers to and what is known of its type."""

    def __init__(self, insns, name, kernel):
        self.insns, self.name, self.kernel = insns, name, kernel
        self.index = {insn.addr: i for i, insn in enumerate(insns)}
        self.starts = self._block_starts()
        self.states, self.widened = {}, set()
        self._solve()

    # The blocks, and the paths between them.

    def target(self, insn):
        """The instruction of this function that a jump leads to, or None."""
        if insn.op[0] != "j" or not insn.args or not isinstance(insn.args[0], int) or insn.relocs:
            return None
        return self.index.get(insn.args[0])

    @staticmethod
    def _ends(insn):
        return insn.op in ("jmp", "ret", "retq", "iretq", "int3", "(bad)", "sysretq", "hlt")

    def _block_starts(self):
        starts = {0}
        for i, insn in enumerate(self.insns):
            if (target := self.target(insn)) is not None:
                starts.add(target)
            if insn.op[0] == "j" or self._ends(insn):
                starts.add(i + 1)
        starts.discard(len(self.insns))
        return starts

    def _solve(self):
        self._enter(0, self._entry_state())
        self._run(0)
        unreached = [s for s in sorted(self.starts) if s not in self.states and not self._padding(s)]
        branches = {insn.end: dict(state) for state, insn in self.walk() if self._static_branch(insn)} \
            if unreached else None
        for start in unreached:
            if start not in self.states:
                self._enter(start, self._branch_to(start, branches) or self._unknown_state(start))
                self._run(start)

    def _branch_to(self, start, branches):
        """The state at the static branch that a piece of code comes back to."""
        for insn in self.insns[start:]:
            if (target := self.target(insn)) is not None and self.insns[target].addr in branches:
                return branches[self.insns[target].addr]
            if self._ends(insn):
                return None
        return None

    @staticmethod
    def _static_branch(insn):
        return insn.op == "nopl" and insn.end - insn.addr == 5 or insn.text == "xchg %ax,%ax"

    def _padding(self, start):
        return self.insns[start].op in ("int3", "nop", "nopw", "nopl", "xchg", "(bad)", "ud2")

    def _run(self, first):
        """From one block on until nothing changes; earlier blocks first, so that most
        blocks have all that comes to them when their turn comes."""
        todo = [first]
        while todo:
            block = heapq.heappop(todo)
            for successor, state in self._successors(block):
                if self._enter(successor, state) and successor not in todo:
                    heapq.heappush(todo, successor)

    def _successors(self, i):
        state = dict(self.states[i])
        while True:
            insn = self.insns[i]
            self.step(state, insn)
            if (target := self.target(insn)) is not None:
                yield target, state
            if self._ends(insn) or (insn.op == "call" and self.kernel.callee(insn) in NO_RETURN):
                return
            i += 1
            if i == len(self.insns):
                return
            if i in self.starts:
                yield i, state
                return

    def walk(self):
        """(state before it, instruction) for each one that was reached. The state is
        only good until the next one is asked for."""
        for start, state in self.states.items():
            state, i = dict(state), start
            while True:
                yield state, self.insns[i]
                self.step(state, self.insns[i])
                i += 1
                if i == len(self.insns) or i in self.starts:
                    break

    # States: from registers and slots to values. All registers are always there;
    # a slot that is not is not known.

    def _unknown_state(self, at):
        return {r: frozenset({((r, at), 0)}) for r in x86.NAMES}

    def _entry_state(self):
        state = self._unknown_state("entry")
        state["rsp"] = frozenset({(STACK, 0)})
        _, params = self.kernel.prototype(self.name) or (None, [])
        for register, struct in zip(x86.ARGUMENTS, params):
            if struct:
                state[register] = frozenset({(struct, 0)})
        return state

    def _enter(self, start, new):
        """Adds what one path brings to a block; whether that changed anything."""
        old = self.states.get(start)
        if old is None:
            self.states[start] = dict(new)
            return True
        merged = {k: v if v is new[k] or v == new[k] else self._join(start, k, v, new[k])
                  for k, v in old.items() if k in new}
        if merged == old:
            return False
        self.states[start] = merged
        return True

    def _join(self, start, key, a, b):
        both = self._one_step_less(a | b)
        if (start, key) not in self.widened and len(both) <= MOST:
            return both
        self.widened.add((start, key))
        return frozenset({(("join", key, start), 0)})

    @staticmethod
    def _one_step_less(values):
        """A pointer that walks along a list: "the next one's next" is "the next" too."""
        origins = {origin for origin, _ in values}
        less = {o: o[1] for o in origins if isinstance(o, tuple) and o[0] == "loaded" and o[1] in origins
                and isinstance(o[1], tuple) and o[1][0] == "loaded" and o[1][2] == o[2]}
        return frozenset((less.get(o, o), n) for o, n in values) if less else values

    # One instruction.

    def address(self, state, insn, mem):
        """The values that the address of an operand in memory may have."""
        unknown = frozenset({(("address", insn.addr), mem.disp)})
        if mem.segment in ("gs", "fs"):
            return frozenset({(("per-CPU", insn.addr), mem.disp)})
        if mem.base == "rip" or any(r.type.endswith(("32S", "_32")) for r in insn.relocs):
            return unknown if mem.index else self.kernel.static(insn) or unknown
        base = state[mem.base] if mem.base in state else frozenset({(CONST, 0)})
        index = state[mem.index] if mem.index in state else frozenset({(CONST, 0)})
        total = self._sum(base, frozenset((o, n * mem.scale if o == CONST else n) for o, n in index)) \
            if mem.scale == 1 or all(o == CONST for o, _ in index) else None
        if mem.base == "?" or mem.index == "?" or not total:
            return unknown
        return self.kernel.known(shift(total, mem.disp))

    @staticmethod
    def _sum(a, b):
        if any(o != CONST for o, _ in a):
            a, b = b, a
        if any(o != CONST for o, _ in a):
            return None
        total = frozenset((origin, n + offset) for _, n in a for origin, offset in b)
        return total if len(total) <= MOST else None

    def _load(self, state, insn, mem):
        result = set()
        for origin, offset in self.address(state, insn, mem):
            if origin == STACK and ("slot", offset) in state:
                result |= state["slot", offset]
            elif isinstance(origin, int) and (structs := self.kernel.btf.load(origin, offset)):
                result |= {(s, 0) for s in structs}
            elif mem.base == "rip" and (struct := self.kernel.loaded(insn)):
                result.add((struct, 0))
            elif origin in (STACK, CONST) or depth(origin) > DEEPEST:
                result.add((("set", insn.addr), 0))
            else:
                result.add((("loaded", origin, offset), 0))
        return frozenset(result) if len(result) <= MOST else None

    def value(self, state, insn, arg):
        if isinstance(arg, x86.Mem):
            return self._load(state, insn, arg)
        if isinstance(arg, x86.Reg) and arg.size == 8:
            return state[arg.name]
        if isinstance(arg, x86.Imm):
            return self.kernel.static(insn) if insn.relocs else \
                self.kernel.known(frozenset({(CONST, arg.value)}))
        return None

    def _set(self, state, insn, arg, values):
        unknown = frozenset({(("set", insn.addr), 0)})
        if isinstance(arg, x86.Reg):
            state[arg.name] = values or unknown
        elif isinstance(arg, x86.Mem) and arg.segment is None:
            self._store(state, self.address(state, insn, arg), x86.size(insn), values or unknown)
            if arg.index:
                self._forget_slots(state, [arg.base, arg.index])

    @staticmethod
    def _store(state, address, size, values):
        for origin, offset in address:
            if origin != STACK:
                continue
            if len(address) == 1 and size == 8:
                state["slot", offset] = values
                continue
            for overlapping in range(offset - 7, offset + 16):
                state.pop(("slot", overlapping), None)

    @staticmethod
    def _forget_slots(state, registers=x86.ARGUMENTS):
        """What may be written to through registers: slots that they point to, or above."""
        low = [n for r in registers if r in state for origin, n in state[r] if origin == STACK]
        if low:
            for key in [k for k in state if k[0] == "slot" and k[1] >= min(low)]:
                del state[key]

    def step(self, state, insn):
        """What an instruction does to a state."""
        op, args = insn.op, insn.args
        if op == "call":
            self._call(state, insn)
        elif op[0] == "j" or op.startswith(NO_RESULT) and op != "pushf":
            if op.startswith("push"):
                self._push(state, insn)
        elif op in ("pop", "popq"):
            self._pop(state, insn)
        elif op == "leave":
            state["rsp"] = shift(state["rbp"], 8)
            state["rbp"] = frozenset({(("pop", insn.addr), 0)})
        elif insn.text != "xchg %ax,%ax":
            if op.rstrip("bwlq") in STRING:
                self._forget_slots(state)
            self._compute(state, insn)
            for register in implicit(insn):
                state[register] = frozenset({((register, insn.addr), 0)})
            if op.startswith(("xchg", "xadd")) and isinstance(args[0], x86.Reg):
                state[args[0].name] = frozenset({(("old", insn.addr), 0)})

    def _compute(self, state, insn):
        op, args = insn.op, insn.args
        if not args:
            return
        old = self.value(state, insn, args[-1]) if isinstance(args[-1], x86.Reg) else None
        source = self.value(state, insn, args[0])
        small = isinstance(args[-1], x86.Reg) and args[-1].size < 8 and not isinstance(args[0], x86.Imm)
        result = None
        if op in ("mov", "movq", "movabs") and not small:
            result = source
        elif op == "lea" and not small:
            result = self.address(state, insn, args[0])
        elif op.startswith("cmov") and old and source and len(old | source) <= MOST:
            result = old | source
        elif op in ("add", "sub", "inc", "dec") and old:
            result = self._add(op, old, source if len(args) == 2 else frozenset({(CONST, 1)}))
        elif op == "and" and old and isinstance(args[0], x86.Imm) and all(o == STACK for o, _ in old):
            result = frozenset((STACK, n & args[0].value) for _, n in old)  # the stack, aligned
        elif op == "xor" and args[0] == args[-1]:
            result = frozenset({(CONST, 0)})
        self._set(state, insn, args[-1], result)

    def _add(self, op, old, by):
        if op in ("sub", "dec"):
            if any(origin != CONST for origin, _ in by or {(None, 0)}):
                return None
            by = frozenset((CONST, -n) for _, n in by)
        total = self._sum(by, old) if by else None
        return total and self.kernel.known(total)

    def _push(self, state, insn):
        state["rsp"] = shift(state["rsp"], -8)
        values = self.value(state, insn, insn.args[0]) if insn.args else None
        self._store(state, state["rsp"], 8, values or frozenset({(("push", insn.addr), 0)}))

    def _pop(self, state, insn):
        values = None
        if len(state["rsp"]) == 1:
            (origin, offset), = state["rsp"]
            values = state.get(("slot", offset)) if origin == STACK else None
        state["rsp"] = shift(state["rsp"], 8)
        self._set(state, insn, insn.args[0], values)

    def _call(self, state, insn):
        callee = self.kernel.callee(insn)
        if callee in ("__fentry__", "__cfi_check"):
            return
        self._forget_slots(state)
        for register in x86.CLOBBERED:
            state[register] = frozenset({((register, insn.addr), 0)})
        returned, _ = self.kernel.prototype(callee) or (None, [])
        if returned:
            state["rax"] = frozenset({(returned, 0)})
