"""Where a statement stands: what it can read and change, how control got there, and what is allowed there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from random_code.values import (
    ALL,
    DATA,
    THREAD,
    UNIFORM,
    Deps,
    Value,
    converted,
    depending,
    fitted,
    kept,
)

INDENT = "    "


@dataclass(frozen=True)
class Variable:
    """A scalar that can be read, and changed if `mutable`: always by values that depend on no more than `deps`."""

    name: str
    type: str
    low: int
    high: int
    deps: Deps = UNIFORM
    mutable: bool = False

    @property
    def value(self) -> Value:
        return Value(self.name, self.type, self.low, self.high, self.deps, True)


@dataclass(frozen=True)
class Array:
    """Elements that any thread may read here."""

    name: str
    type: str
    length: int
    deps: Deps = UNIFORM
    bounds: tuple[int, int] | None = None
    writable: bool = False
    slots: bool = False  # of shared memory, an element for each thread of the block
    rows: int = 0  # the length of a row, of a two-dimensional one
    global_memory: bool = False


@dataclass(frozen=True)
class Function:
    """A device function, a lambda or a macro of arguments of the given types."""

    name: str
    arguments: tuple[str, ...]
    type: str
    low: int
    high: int
    deps: Deps = UNIFORM
    out: str = ""  # "pointer" or "reference": gives its result through a last argument


@dataclass(frozen=True)
class Output:
    """An array whose elements belong to threads: `count` of them for each own index."""

    name: str
    type: str
    count: int = 1
    apart: bool = False  # the elements of a thread lie `span` apart, else side by side


@dataclass(frozen=True)
class Own:
    """The index that is this thread's alone; where it is not guarded already, only under `guard`."""

    index: Value
    guard: str = ""
    outputs: tuple[Output, ...] = ()

    def element(self, output: Output, which: int) -> str:
        if output.count == 1:
            return f"{output.name}[{self.index.text}]"
        index = self.index.text
        if output.apart:
            return f"{output.name}[{index} + {which} * span]" if which else f"{output.name}[{index}]"
        return f"{output.name}[{index} * {output.count} + {which}]" if which else f"{output.name}[{index} * {output.count}]"


@dataclass(frozen=True)
class Block:
    """A block as its kernel sees it: this thread's place in it, and how many threads it has."""

    thread: Value
    threads: Value
    sizes: tuple[int, ...]
    shape: tuple[int, int] | None = None  # of a two-dimensional block that is the same at every launch

    @property
    def square(self) -> bool:
        return self.shape is not None and self.shape[0] == self.shape[1]

    @property
    def most(self) -> int:
        return max(self.sizes)

    def slot(self, rng: Random, index: Value) -> Value:
        """An index below the number of threads, that depends on what `index` does."""
        t, n = self.thread, self.threads
        if THREAD not in index.deps:
            by = f"{converted(index, 'unsigned')} % {n}"
            text = rng.choice(("0", f"{n} - 1", by))
            return Value(text, "int", 0, self.most - 1, index.deps, text == "0")
        forms = [f"({t} + {rng.randint(1, 40)}) % {n}", f"{n} - 1 - {t}", t.text, f"{converted(index, 'unsigned')} % {n}"]
        if all(size % 4 == 0 for size in self.sizes):
            forms.append(f"{t} ^ {rng.randint(1, 3)}")
        text = rng.choice(forms)
        return Value(text, "int", 0, self.most - 1, index.deps, text == t.text)


@dataclass(frozen=True)
class Idea:
    """A construct by its name; `together`: only where all threads of the block come."""

    name: str
    made: Callable[[Scope], object]  # gives False where it can write nothing
    together: bool = False


@dataclass
class Names:
    """What one program has used so far."""

    rng: Random
    taken: dict[str, int] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    constructs: set[str] = field(default_factory=set)  # that the present kernel holds
    plain: set[str] = field(default_factory=set)  # names without a number that it has
    closed: list[str] = field(default_factory=list)  # names of scopes that ended: they may be used again

    def fresh(self, stem: str) -> str:
        again = [name for name in self.closed if name.rstrip("0123456789") == stem]
        if again and self.rng.random() < 0.5:
            name = self.rng.choice(again)
            self.closed.remove(name)
            self.read.discard(name)
            return name
        self.taken[stem] = self.taken.get(stem, 0) + 1
        return f"{stem}{self.taken[stem] - 1}"


@dataclass
class Scope:
    names: Names
    control: Deps = UNIFORM  # what it depends on whether, and how often, control comes here
    barriers: bool = False  # a barrier may stand here
    returns: str = "none"  # "uniform": only where the whole block returns; "any"; or the type of a function's result
    loop: Deps | None = None  # what a break or continue of the innermost loop may depend on
    jumps: tuple[str, ...] = ()
    trips: int = 1  # how often the loops around may have come here
    depth: int = 0
    own: Own | None = None
    variables: list[Variable] = field(default_factory=list)
    arrays: list[Array] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    shared: list[Array] = field(default_factory=list)  # free for a cycle of stores, barrier, loads
    bins: tuple[tuple[str, str], ...] = ()  # arrays of atomics, each with its one operation
    counters: tuple[str, ...] = ()  # declared at the top of the function, free for loops here
    options: frozenset[str] = frozenset()
    once: tuple[str, str] | None = None  # an array that is read once, and one that is stored to and not read
    ideas: tuple[Idea, ...] = ()  # the constructs that this kernel is made with
    block: Block | None = None  # of a kernel's body
    tops: list[str] = field(default_factory=list)  # declarations of shared memory at the top of the kernel
    locals: list[Variable] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    @property
    def rng(self) -> Random:
        return self.names.rng

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    @property
    def convergent(self) -> bool:
        """Whether all threads of a block are here together, and a barrier may stand."""
        return self.barriers and THREAD not in self.control

    def line(self, text: str) -> None:
        self.lines.append(text)

    def add(self, variable: Variable) -> Variable:
        """A variable that was declared here."""
        self.variables.append(variable)
        self.locals.append(variable)
        return variable

    def declare(self, value: Value, stem: str = "v", mutable: bool = True, deps: Deps | None = None, auto: bool = False) -> Variable:
        """Declares a variable with a value; a mutable one keeps the range of its type."""
        if mutable:
            value = fitted(value, value.type)
            low, high = kept(value.type)
        else:
            low, high = value.low, value.high
        bound = value.deps | (deps or UNIFORM) | (self.control if mutable else UNIFORM)
        name = self.hidden(value) or self.names.fresh(stem)
        self.line(f"{'' if mutable else 'const '}{'auto' if auto else value.type} {name} = {value.text};")
        return self.add(Variable(name, value.type, low, high, bound, mutable))

    def hidden(self, value: Value) -> str:
        """Now and then the name of a variable of a scope around this one, which a declaration here then hides."""
        outer = [v for v in self.variables if v not in self.locals and v.name.startswith("v") and v.name.isalnum() and v.name not in value.text]
        if self.depth == 0 or not outer or not self.chance(0.08):
            return ""
        variable = self.rng.choice(outer)
        self.variables.remove(variable)
        self.names.read.discard(variable.name)
        return variable.name

    def close(self, inner: Scope) -> None:
        """Ends an inner scope: the names that it declared are free again."""
        visible = {v.name for v in self.variables}
        self.names.closed += [v.name for v in inner.locals if v.name.isalnum() and v.name not in visible]

    def targets(self, deps: Deps = ALL) -> list[Variable]:
        """Variables that may take a value of the given dependence here."""
        return [v for v in self.variables if v.mutable and deps | self.control <= v.deps]

    def nested(self, deps: Deps = UNIFORM, **changes: object) -> Scope:
        """A scope in a block of statements inside this one, where control depends on more."""
        fresh: dict[str, object] = {
            "control": self.control | deps,
            "depth": self.depth + 1,
            "variables": list(self.variables),
            "arrays": list(self.arrays),
            "functions": list(self.functions),
            "shared": list(self.shared) if THREAD not in self.control | deps else [],
            "locals": [],
            "lines": [],
        }
        return replace(self, **(fresh | changes))  # type: ignore[arg-type]

    def take(self, head: str, inner: Scope, foot: str = "}", bare: bool = True) -> None:
        """Puts an inner scope's statements here, behind a head such as `if (x)`; a single one at times without braces."""
        inner.fold()
        self.close(inner)
        simple = len(inner.lines) == 1 and inner.lines[0].endswith(";") and "if (" not in inner.lines[0]
        if bare and foot == "}" and simple and self.chance(0.6):
            self.lines += [head, INDENT + inner.lines[0]] if self.chance(0.5) else [f"{head} {inner.lines[0]}"]
        else:
            self.lines += [f"{head} {{".lstrip(), *(INDENT + line for line in inner.lines), foot]

    def fold(self) -> None:
        """Makes sure that what was declared here, and not read since, has an effect."""
        for variable in self.locals:
            if variable.name not in self.names.read:
                self.mix(variable.value)

    def mix(self, value: Value) -> None:
        """Changes a variable that reaches the output by a value."""
        self.names.read.add(value.text)
        sums = [v for v in self.targets(value.deps) if v.type == "unsigned" and v.name != value.text]
        into = self.rng.choice(sums) if sums and self.chance(0.4) else next(v for v in self.variables if v.name.startswith("mix"))
        text = converted(value, "unsigned")
        form = self.rng.choice(["{0} = {0} * 31u + {1};", "{0} += {1} * 7u;", "{0} ^= {1} << 2;", "{0} = {0} * 5u ^ {1};", "{0} += {1};"])
        self.line(form.format(into.name, text))

    def element(self, array: Array, index: Value) -> Value:
        """An element of an array, at an index that is brought into its range."""
        if array.slots and self.block:
            index = self.block.slot(self.rng, index)
        else:
            index = fitted(index, self.rng.choice(["int", "int", "unsigned"]), 0, array.length - 1)
        low, high = array.bounds or kept(array.type)
        self.names.read.add(array.name)
        place = f"{index} / {array.rows}][{index} % {array.rows}" if array.rows else index.text
        if array.rows and THREAD in index.deps and self.block and self.block.square and self.chance(0.5):
            place = "threadIdx.x][threadIdx.y"
        value = Value(f"{array.name}[{place}]", array.type, low, high, index.deps, True)
        return depending(value, array.deps | ({DATA} if array.global_memory else UNIFORM))
