"""Pieces as text: a loop over the instances, in which what an instance has of its own is bound by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from retarget.analysis.dependence import BLOCK, THREAD
from retarget.analysis.own_places import may_keep_place
from retarget.schedule.form.binding import lists_kept
from retarget.schedule.form.context import Context
from retarget.schedule.form.expanding import is_given
from retarget.schedule.form.form import value_type
from retarget.schedule.form.items import Part, Piece, Role
from retarget.schedule.form.making import (
    array_made_in_place,
    assigned_value,
    has_rooms,
    is_object,
    is_spelled,
    made_in_place,
    rooms_of,
)
from retarget.schedule.form.quote import Replacement
from retarget.schedule.form.spelling import array_of, asks_for_type, behind_name, named_type, one_line, plain_type
from retarget.schedule.lines import IndentedLines
from retarget.schedule.refusal import Unsuited
from retarget.source.brackets import SQUARE, turn
from retarget.source.lexer import code
from retarget.unit.tree import LOOPS, Kind, Node, Storage, Variable

_PLAIN = (Kind.NAME, Kind.LITERAL, Kind.INDEX)  # operands that need no brackets


@dataclass
class Pieces:
    """Writes pieces. guard: the condition under which an instance runs, empty where all do. has_flags: whether one
    may end before others, or is none of the grid's."""

    context: Context
    page: IndentedLines
    guard: str = ""
    has_flags: bool = False
    _guarded: bool = False
    _begins: bool = False

    @contextmanager
    def loop(self) -> Iterator[None]:
        """What is put meanwhile is done for each instance."""
        i = self.context.names["instance"]
        self.page.put("#pragma unroll")
        self.page.put(f"for (int {i} = 0; {i} < {self.context.names['instances']}; ++{i}) {{")
        with self.page.deeper():
            yield
        self.page.put("}")

    def emit(self, piece: Piece, begins: bool = False) -> None:
        """What stands in front of the first part that does harm is computed for all: what follows from values of
        instances that are not live may be computed for the others too, and is then not left to chance.

        begins: all instances are live so far, and here their flags begin."""
        free = self._harmless(piece) if self.guard else len(piece.parts)
        for at, part in enumerate(piece.parts):
            self._declare(part, at >= free)
        guard = f"if (!{self.guard}) continue;"
        self._begins = begins and _is_flag(piece.parts[-1])
        with self.loop():
            if begins and not self._begins:
                self.page.put(f"{self.context.names['live']}[{self.context.names['instance']}] = true;")
            if self.guard and free == 0:
                self.page.put(guard)
            self._bind(piece)
            for at, part in enumerate(piece.parts):
                if self.guard and at == free > 0:
                    self.page.put(guard)
                self._guarded = at >= free
                self._part(part)

    def _harmless(self, piece: Piece) -> int:
        """How many parts of a piece come first that run for all instances."""
        free = next((at for at, p in enumerate(piece.parts) if self.does_harm(p)), len(piece.parts))
        if free == len(piece.parts) and not piece.reads and not piece.writes:
            return free
        held = {n.variable for p in piece.parts for n in p.nodes() if n.variable and self.context.points(n.variable)}
        return 0 if piece.kills or held else min(free, len(piece.parts) - 1)

    def does_harm(self, part: Part) -> bool:
        """Computing alone does none to an instance that has ended, or that the grid does not have."""
        effects = self.context.effects.of(part.node, self.context.function.variables)
        return bool(effects.loads) or effects.writes or self.context.is_hazardous(part.node)

    def _declare(self, part: Part, guarded: bool) -> None:
        """Arrays of what is declared here and lives on; places for values."""
        count = self.context.names["instances"]
        if part.role is Role.VALUE:
            self.page.put(f"{value_type(part.node)} {self._value(part)}[{count}];")  # who reads it has written it
        if part.role is not Role.WHOLE:
            return
        declared = part.node.parts if part.node.kind is Kind.DECLARE else (part.node,)
        for v in declared:
            if v.kind is Kind.VARIABLE and self.context.is_own(v.variable):
                variable = self.context.function.variables[v.variable]
                if declared[-1].kind is Kind.OTHER:
                    raise Unsuited(v.span, f"'{variable.name}' outlives a barrier, and declares its type")
                name, points = self.context.array[v.variable], self.context.points(v.variable)
                has_room = variable.is_default or points or (bool(v.parts) and has_rooms(variable))
                if not has_room:
                    raise Unsuited(v.span, f"'{variable.name}' outlives a barrier, and its type has no default")
                if variable.is_array and not variable.is_assignable:
                    raise Unsuited(v.span, f"'{variable.name}' outlives a barrier, and its elements cannot be assigned")
                if variable.is_aligned:
                    raise Unsuited(v.span, f"'{variable.name}' outlives a barrier, and asks for an alignment")
                if asked := self._variable_of_type(variable):
                    raise Unsuited(v.span, f"'{variable.name}' outlives a barrier, and its type asks for '{asked}'")
                for kept in (k for part in v.parts for k in lists_kept(variable, part)):
                    raise Unsuited(kept.span, f"'{variable.name}' outlives a barrier, and so does this list")
                made = array_of(variable, name, count, v, points)
                spelled = self.context.quote.source.text[v.span.start : variable.name_start]
                if other := self.context.hidden.in_type(named_type(variable), spelled):
                    why = f"'{variable.name}' outlives a barrier, and '{min(other)}' is another type here"
                    raise Unsuited(v.span, why)
                made = made if variable.is_default or points else rooms_of(variable, name, count)
                is_written = bool(v.parts) and not (variable.is_array and v.parts[0].kind is not Kind.LIST)
                self._array(made, name, guarded or not is_written)  # elements that are made may be left as they are

    def _variable_of_type(self, variable: Variable) -> str:
        """The variable that a type asks for, which is declared behind the array; empty where there is none."""
        kind = named_type(variable)
        words = {t.text for t in code(kind)} if asks_for_type(kind) else set()
        own = (v for v in self.context.function.variables.values() if v.storage is Storage.LOCAL)
        return next((v.name for v in own if v.name in words), "")

    def _array(self, declared: str, name: str, guarded: bool) -> None:
        """An array over the instances. Those that are not live leave their elements unwritten, and what follows from
        these is computed for all of them all the same: NVIDIA's assembler (ptxas 13.0) then takes two such values that
        would be equal for one, which it gets from the instance that is not live. So elements begin as something."""
        if not self.has_flags or not guarded:
            self.page.put(f"{declared};")
        elif declared.count("[") == 1:
            self.page.put(f"{declared} = {{}};")
        else:  # one that stays in memory shall cost nothing where all are live
            sure = self.context.names["all_live"]
            self.page.put(f"{declared};")
            self.page.put(f"{f'if (!{sure}) ' if sure in self.guard else ''}retarget::clear({name});")

    def _value(self, part: Part) -> str:
        return self.context.fresh(f"{self.context.names['value']}{part.number}")

    def _bind(self, piece: Piece) -> None:
        """Local names for what this instance has of its own."""
        i, at = self.context.names["instance"], self.context.names["at"]
        nodes = [n for p in piece.parts for n in p.nodes()]
        declared_here = {n.variable for n in nodes if n.kind is Kind.VARIABLE}
        again: dict[str, None] = {}  # lambdas of earlier pieces, which are written again
        for node in nodes:  # grows: a lambda may call another one
            key = node.variable
            if key in self.context.effects.lambdas and key in self.context.declared and key not in again:
                again[key] = None
                nodes += self.context.effects.lambdas[key].walk() if key not in declared_here else ()
        named = {n.variable for n in nodes if n.variable}
        builtins = {n.name.partition(".")[0] for n in nodes if n.kind is Kind.BUILTIN}
        if any(n.kind is Kind.CALL and n.callee in self.context.places for n in nodes):
            builtins |= {"threadIdx", "blockIdx"}
        for p in piece.parts:
            for declared in p.node.of(Kind.VARIABLE) if p.role is Role.WHOLE else ():
                builtins |= {axis.partition(".")[0] for axis in self.context.strides.get(declared.variable, ())}
        if "threadIdx" in builtins and self.context.shape.axes & THREAD:
            self.page.put(f"const uint3 threadIdx = {at}.thread({i});")
        if "blockIdx" in builtins and self.context.shape.axes & BLOCK:
            self.page.put(f"const uint3 blockIdx = {at}.block({i});")
        if self.context.shape.axes & BLOCK and self.context.shape.has_replicas:
            for v in self.context.shared():
                if v.key in named and self.context.is_replicated(v):
                    self.page.put(self.context.shared_binding(v, i))
        for key in sorted(
            named,
            key=lambda k: self.context.function.variables[k].name_start if k in self.context.function.variables else 0,
        ):
            if key in again and key not in declared_here:
                continue
            if self.context.is_own(key) and not (self.context.is_bound_late(key) and key in declared_here):
                self.page.put(self.context.binding(key, i))
        for key in sorted(again, key=lambda k: self.context.function.variables[k].name_start):
            if key not in declared_here:
                held, v = self.context.effects.lambdas[key], self.context.function.variables[key]
                text = self.context.quote.text(held.outer.start, held.outer.end, self.context.edits(held))
                self.page.put(f"auto {v.name} = {one_line(text)};")

    def _part(self, part: Part) -> None:
        node, i = part.node, self.context.names["instance"]
        if part.role is Role.VALUE:
            self.comments(node)
            target, value = node.parts
            lines = self.context.quote.dedented(value.outer.start, value.outer.end, self.context.edits(value))
            if node.name != "=" and value.kind in _PLAIN:
                left = self.context.quote.text(target.outer.start, target.outer.end, self.context.edits(target))
                lines[0] = f"{left} {node.name[:-1]} {lines[0]}"
            elif node.name != "=":
                left = self.context.quote.text(target.outer.start, target.outer.end, self.context.edits(target))
                lines[0] = f"{left} {node.name[:-1]} ({lines[0]}"
                lines[-1] += ")"
            lines[0] = f"{self._value(part)}[{i}] = {lines[0]}"
            lines[-1] += ";"
            for line in lines:
                self.page.put(line)
        elif part.role is Role.STORE:
            target = node.parts[0]
            text = self.context.quote.text(node.span.start, target.outer.end, self.context.edits(target))
            kept = f"{self._value(part)}[{i}]"
            streams = (node.kind, node.span.start, node.span.end) in self.context.streams
            stored = f"__stcs(&{one_line(text)}, {kept});" if streams else f"{one_line(text)} = {kept};"
            self.page.put(stored + self.context.quote.trailing(self.context.quote.end(node)))
        elif part.role is Role.TEST:
            self.comments(node)
            condition = node.parts[0]
            text = self.context.quote.text(condition.outer.start, condition.outer.end, self.context.edits(condition))
            live = f"{self.context.names['live']}[{i}]"
            test = one_line(text)
            self.page.put(f"{live} = {test};" if self._begins else f"if (!({test})) {live} = false;")
        elif node.kind in (Kind.DECLARE, Kind.VARIABLE):
            self._declaration(node)
        else:
            self.comments(node)
            edits, label = self._returns(node)
            self.quoted(node, [*self.context.edits(node), *edits], trailing=True)
            if (
                node.kind not in (Kind.BLOCK, *LOOPS, Kind.IF, Kind.SWITCH)
                and self.page.lines[-1].rstrip()[-1:] not in ";}"
            ):
                self._close()
            if label:
                self.page.put(f"{label}:;")

    def _close(self) -> None:
        """Ends an expression that no semicolon ends."""
        self.page.lines[-1] += ";" if "//" not in self.page.lines[-1] else "\n;"

    def _returns(self, node: Node) -> tuple[list[Replacement], str]:
        """Edits that end this instance instead of the thread, and the label that they need."""
        live, i = self.context.names["live"], self.context.names["instance"]
        returns = list(_returns_of(node))
        if not returns:
            return [], ""
        inside = {id(r) for loop in node.of(*LOOPS) for r in loop.of(Kind.RETURN)}
        label = self.context.fresh(f"ended_{node.span.start}") if inside else ""
        edits = []
        for r in returns:
            if not self.context.quote.source.text.startswith("return", r.span.start):
                raise Unsuited(r.span, "a macro spells this return")
            if r.parts:
                raise Unsuited(r.span, "this return does more than return")
            jump = f"goto {label}" if id(r) in inside else "continue"
            ending = f"{{ {live}[{i}] = false; {jump}; }}" if self.has_flags else f"{jump};"
            edits.append((r.span.start, self.context.quote.end(r), ending))
        return edits, label

    def _declaration(self, node: Node) -> None:
        """A declaration whose variables live on becomes assignments; else it stands as it is."""
        variables = node.parts if node.kind is Kind.DECLARE else (node,)
        own = [v for v in variables if v.kind is Kind.VARIABLE and self.context.is_own(v.variable)]
        if not own and node.kind is Kind.DECLARE:
            self.comments(node)
            self.quoted(node, self.context.edits(node), trailing=True)
            return
        self.comments(node)
        for v in variables:
            variable = self.context.function.variables.get(v.variable)
            if variable is None:
                raise Unsuited(v.span, "retarget does not follow this declaration")
            if not self.context.quote.source.text.startswith(variable.name, variable.name_start):
                raise Unsuited(v.span, "a macro spells this declaration")
            if v in own:
                self._assigned(v, variable)
            else:
                self.page.put(self._declarator(variable, v))

    def _declarator(self, variable: Variable, v: Node) -> str:
        """One variable of a declaration, as a declaration of its own."""
        if asked := self._variable_of_type(variable):
            raise Unsuited(v.span, f"'{variable.name}' is declared with others, and its type asks for '{asked}'")
        text = self.context.quote.text(variable.name_start, v.span.end, self.context.edits(v))
        kind = "auto" if "lambda" in variable.type else named_type(variable).partition("[")[0].strip()
        if "(" in kind and ">" not in kind:
            raise Unsuited(v.span, f"'{variable.name}' is declared with others, and what it is stands around its name")
        return f"{kind} {one_line(text)};"

    def _assigned(self, v: Node, variable: Variable) -> None:
        key, i = v.variable, self.context.names["instance"]
        is_late = self.context.is_bound_late(key)
        if v.parts:
            tail = self.context.quote.text(variable.name_start + len(variable.name), v.span.end, self.context.edits(v))
            place = f"{self.context.array[key]}[{i}]" if is_late else variable.name
            for line in self._initialised(v, variable, place, behind_name(variable, tail).strip()):
                self.page.put(line)
            if key in self.context.strides:
                self._from_first(key, variable, place)
        if is_late:
            self.page.put(self.context.binding(key, i))

    def _initialised(self, v: Node, variable: Variable, place: str, tail: str) -> Iterator[str]:
        """Statements that give a variable what its declaration does. tail: what follows its name there."""
        if variable.is_array and not tail[_behind_extents(tail) :].strip():
            yield f"retarget::made({place});"
        elif variable.is_array:
            value = tail[_behind_extents(tail) :].strip().removeprefix("=").strip()
            if not value.startswith("{") or v.parts[0].kind is not Kind.LIST:
                raise Unsuited(v.span, f"'{variable.name}' outlives a barrier, and its initialiser cannot be assigned")
            in_place = self._is_made_in_place(v, variable)
            yield array_made_in_place(place, value) if in_place else f"retarget::fill({place}, {{{one_line(value)}}});"
        elif not is_spelled(tail):
            raise Unsuited(v.span, "a macro spells this declaration")
        elif self.context.points(v.variable):
            value = one_line(tail.removeprefix("=").strip())
            value = value[1:-1] if value.startswith("{") else value
            if variable.canonical.endswith("&&"):  # what is about to go has no address by itself
                going = self.context.fresh("going")
                yield f"{{ auto&& {going} = {value}; {place} = &{going}; }}"
            else:
                yield f"{place} = &({value});"
        elif self._is_made_in_place(v, variable):
            yield made_in_place(variable, place, tail, "explicit" in self.context.fresh.taken)
        elif tail:
            yield f"{place} = {assigned_value(variable, tail)};"

    def _is_made_in_place(self, v: Node, variable: Variable) -> bool:
        """Whether assigning does otherwise than making: a constructor may keep the address of what it makes, as may a
        member's initial value; assignments and copies of the user's may do anything. A loop's next turn makes one."""
        if not (variable.is_default and variable.is_assignable):
            return True
        effects = self.context.effects
        keeps = may_keep_place(v.parts[0], self.context.function, effects)
        return is_object(variable.canonical) and (keeps or effects.has_copies)

    def _from_first(self, key: str, variable: Variable, place: str) -> None:
        """An index of a later instance, from the first one's: where that is sure to be live."""
        n = self.context.names
        if self._guarded and n["all_live"] not in self.guard:
            return
        kind, at = plain_type(variable), n["at"]
        moved = []
        for axis, stride in self.context.strides[key].items():
            family, _, letter = axis.partition(".")
            method = "thread" if family == "threadIdx" else "block"
            times = "" if stride == "1" else f" * ({stride})"
            moved.append(f"({kind})({family}.{letter} - {at}.{method}(0).{letter}){times}")
        sure = f"{n['all_live']} && " if self._guarded else ""
        self.page.put(
            f"if ({sure}{n['instance']} > 0) {place} = {' + '.join([f'{self.context.array[key]}[0]', *moved])};"
        )

    def comments(self, node: Node) -> None:
        for line in self.context.quote.leading(node.span.start):
            self.page.put(line.strip())

    def quoted(self, node: Node, edits: Sequence[Replacement] = (), trailing: bool = False) -> None:
        if node.kind is Kind.VARIABLE:  # one of a declaration
            variable = self.context.function.variables[node.variable]
            self.page.put(self._declarator(variable, node))
            return
        if id(node) not in self.context.in_heads and is_given(node, self.context.quote.source.text):
            raise Unsuited(node.span, "this statement is an argument of a macro")
        end = self.context.quote.end(node)
        lines = self.context.quote.dedented(node.span.start, end, edits)
        if id(node) in self.context.in_heads and lines[-1].rstrip()[-1:] not in ";}":
            lines[-1] += ";"  # where it stood, none ends it
        elif trailing:
            lines[-1] += self.context.quote.trailing(end)
        for line in lines:
            self.page.put(line)


def _is_flag(part: Part) -> bool:
    """Whether a part decides alone who is live, by an expression that may stand behind `=`."""
    if part.role is not Role.TEST:
        return False
    condition = part.node.parts[0]
    return condition.kind is Kind.BINARY and condition.name in ("<", "<=", ">", ">=", "==", "!=", "&&", "||")


def _returns_of(node: Node) -> Iterator[Node]:
    if node.kind is Kind.LAMBDA:
        return
    if node.kind is Kind.RETURN:
        yield node
    for part in node.parts:
        yield from _returns_of(part)


def _behind_extents(text: str) -> int:
    """Where the extents of an array end, `[n][m]`, with which a text begins."""
    end = depth = 0
    for token in code(text):
        if not depth and token.text != "[":
            break
        depth += turn(token.text, SQUARE)
        end = token.end
    return end
