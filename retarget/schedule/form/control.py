"""Control flow that all instances go through together, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from retarget.schedule.form.context import Context
from retarget.schedule.form.items import CaseLabel, Item, Jam, Once, Piece, Shared, all_items, pieces
from retarget.schedule.form.pieces import Pieces
from retarget.schedule.form.spelling import commas, one_line
from retarget.schedule.lines import IndentedLines
from retarget.unit.tree import LOOPS, Kind, Node


@dataclass
class Control:
    """Writes items, in order. leaves: the thread ends with its last instance, wherever that is."""

    context: Context
    page: IndentedLines
    pieces: Pieces
    leaves: bool = False

    def emit(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Piece):
                self.pieces.emit(item)
                if self.leaves and item.kills:
                    self.leave()
            elif isinstance(item, Once) and self.context.is_brought(item.node):
                continue
            elif isinstance(item, Once):
                self.pieces.comments(item.node)
                self.pieces.quoted(item.node, self.context.edits(item.node), trailing=True)
            elif isinstance(item, Shared):
                self.page.put(*self.context.bindings(item))
            elif isinstance(item, Jam):
                self._emit_jam(item)
            elif isinstance(item, CaseLabel):
                self.page.put(self.context.quote.text(item.node.span.start, item.node.parts[-1].span.start).strip())
                with self.page.deeper():
                    self.emit(item.items)

    def leave(self) -> None:
        """Ends a thread whose instances have all ended."""
        self.page.put(f"if (retarget::none({self.context.names['live']})) return;")

    def needs_live(self, items: Iterable[Item]) -> bool:
        """Whether items run something for a thread as a whole that may do harm where all of its instances have
        ended."""
        return any(self._may_harm(item) for item in all_items(items))

    def _may_harm(self, item: Item) -> bool:
        if isinstance(item, Piece):
            free = (p.node for p in item.parts if not self.pieces.does_harm(p))
            return any(self.context.is_hazardous(node, alike=True) for node in free)
        if isinstance(item, Once):
            return self._does(item.node)
        if not isinstance(item, Jam) or item.node.kind is Kind.BLOCK:
            return False
        return item.node.kind in LOOPS or self._does(item.node.condition)

    def _does(self, node: Node) -> bool:
        loads = self.context.effects.of(node, self.context.function.variables).loads
        return bool(loads) or self.context.is_hazardous(node, alike=True)

    def _emit_jam(self, item: Jam) -> None:
        if not item.before:
            self._together(item)
            return
        self.page.put("{")
        with self.page.deeper():
            self.emit(item.before)
            self._together(item)
        self.page.put("}")

    def _together(self, item: Jam) -> None:
        node, q = item.node, self.context.quote
        self.pieces.comments(node)
        if node.kind is Kind.BLOCK:
            self._scope("{", item.bodies[0], "}")
        elif node.kind is Kind.DO:
            body = node.parts[0]
            self._scope(
                "do {",
                item.bodies[0],
                "} " + " ".join(q.dedented(q.end(body), q.end(node), self.context.edits(node.parts[1]))).strip(),
            )
        elif node.kind is Kind.IF:
            then = node.parts[1]
            opening = self._header(node, node.span.start, then.span.start)
            for arm in item.bodies:
                self._scope(opening, arm)
                opening = "} else {"
            self.page.put("}")
        elif node.kind is Kind.FOR:
            if node.span.start in self.context.unrolled:
                self.page.put(f"#pragma unroll {self.context.unroll}")
            self._scope(self._for_header(item), (*item.bodies[0], *item.after), "}")
        else:
            self._scope(self._header(node, node.span.start, node.parts[-1].span.start), item.bodies[0], "}")

    def _header(self, node: Node, start: int, end: int) -> str:
        heads = node.parts[:3] if node.kind is Kind.FOR else node.parts[:1]
        edits = [e for part in heads for e in self.context.edits(part)]
        end = self.context.quote.closing(start, end)  # pragmas in front of the body are the body's
        text = one_line("\n".join(self.context.quote.dedented(start, end, edits)))
        if "//" in text:
            text = text.partition("//")[0]
        return f"{text.strip()} {{"

    def _for_header(self, item: Jam) -> str:
        node = item.node
        if not item.before and not item.after:
            return self._header(node, node.span.start, node.parts[3].span.start)
        kept = [", ".join(self._shared_components(p, item)) for p in (node.parts[0], node.parts[2])]
        condition = node.parts[1]
        test = (
            self.context.quote.text(condition.outer.start, condition.outer.end, self.context.edits(condition))
            if condition.kind is not Kind.NONE
            else ""
        )
        return f"for ({kept[0]}; {test}; {kept[1]}) {{"

    def _shared_components(self, node: Node, item: Jam) -> Iterator[str]:
        """The components of a loop's head that all instances have alike, as text."""
        own = {id(p.node) for piece in pieces((*item.before, *item.after)) for p in piece.parts}
        listed = list(node.parts) if node.kind is Kind.DECLARE else list(commas(node))
        first = True
        for part in listed:
            if id(part) in own or part.kind is Kind.NONE:
                continue
            if part.kind is Kind.VARIABLE:
                variable = self.context.function.variables[part.variable]
                text = self.context.quote.text(variable.name_start, part.span.end, self.context.edits(part))
                yield f"{variable.type} {text}" if first else text
            else:
                yield self.context.quote.text(part.outer.start, part.outer.end, self.context.edits(part))
            first = False

    def _scope(self, opening: str, items: Iterable[Item], closing: str = "") -> None:
        self.page.put(opening)
        with self.page.deeper():
            self.emit(items)
        if closing:
            self.page.put(closing)
