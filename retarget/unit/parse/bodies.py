"""Bodies of device functions -> `tree.Function`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from clang import cindex

from retarget.source.text import Span
from retarget.unit.parse.addresses import as_array, bound, has_reference, is_reference, reached
from retarget.unit.parse.blocks import evaluated
from retarget.unit.parse.callees import ASSIGNING, Callees, dependent_operator, is_member, last_name
from retarget.unit.parse.captures import declaring
from retarget.unit.parse.casts import CASTS, converted
from retarget.unit.parse.folds import fold
from retarget.unit.parse.heads import Heads, semicolons
from retarget.unit.parse.initials import is_value
from retarget.unit.parse.kinds import TEMPLATE_PARAMETERS, label, library
from retarget.unit.parse.kinds import children as children_of
from retarget.unit.parse.mentions import Mentions
from retarget.unit.parse.scopes import scope, template_head
from retarget.unit.parse.spellings import Spellings
from retarget.unit.parse.statement_expressions import called_at_once
from retarget.unit.parse.unnamed import unnamed
from retarget.unit.parse.unshown import UNKNOWN_RANGE, OfObjects
from retarget.unit.parse.variables import bound_parts, bound_values, bracketed, is_default, variable
from retarget.unit.tree import IN_FRONT, INDICES, UNREAD, Function, Kind, Node, Variable

_K = cindex.CursorKind
_UNARY = {1: "post++", 2: "post--", 3: "++", 4: "--", 5: "&", 6: "*", 7: "+", 8: "-", 9: "~", 10: "!"}
_BINARY = dict(enumerate(
    [".*", "->*", "*", "/", "%", "+", "-", "<<", ">>", "<=>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&",
     "||", "=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=", ","], 1))  # fmt: skip
_PREFIX = frozenset({"operator*", "operator&", "operator-", "operator+", "operator!", "operator~"})
_BUILTINS = frozenset({*INDICES, "warpSize"})
_STATEMENTS = {
    _K.DO_STMT: Kind.DO, _K.SWITCH_STMT: Kind.SWITCH, _K.COMPOUND_STMT: Kind.BLOCK, _K.BREAK_STMT: Kind.BREAK,
    _K.CONTINUE_STMT: Kind.CONTINUE, _K.RETURN_STMT: Kind.RETURN, _K.GOTO_STMT: Kind.GOTO, _K.LABEL_STMT: Kind.LABEL,
    _K.INDIRECT_GOTO_STMT: Kind.GOTO, _K.NULL_STMT: Kind.EMPTY, _K.CXX_FOR_RANGE_STMT: Kind.EACH,
    _K.ASM_STMT: Kind.ASM, _K.MS_ASM_STMT: Kind.ASM, _K.CASE_STMT: Kind.CASE, _K.DEFAULT_STMT: Kind.DEFAULT,
}  # fmt: skip
_LITERALS = frozenset({
    _K.INTEGER_LITERAL, _K.FLOATING_LITERAL, _K.CHARACTER_LITERAL, _K.STRING_LITERAL, _K.CXX_BOOL_LITERAL_EXPR,
    _K.CXX_NULL_PTR_LITERAL_EXPR, _K.CXX_UNARY_EXPR, _K.SIZE_OF_PACK_EXPR,
})  # fmt: skip
_WRAPPERS = CASTS | {_K.UNEXPOSED_EXPR, _K.PAREN_EXPR, _K.UNEXPOSED_STMT}
_COMPUTED = frozenset({Kind.UNARY, Kind.CONDITIONAL, Kind.CALL, Kind.CONSTRUCT, Kind.BINARY, Kind.ASSIGN, Kind.LITERAL,
                       Kind.LAMBDA})  # fmt: skip
_TYPES = frozenset({_K.STRUCT_DECL, _K.CLASS_DECL, _K.UNION_DECL, _K.ENUM_DECL, _K.TYPEDEF_DECL, _K.TYPE_ALIAS_DECL,
                    _K.USING_DIRECTIVE, _K.USING_DECLARATION, _K.NAMESPACE_ALIAS, _K.STATIC_ASSERT})  # fmt: skip
_READ = _WRAPPERS | {_K.CXX_THIS_EXPR, _K.OVERLOADED_DECL_REF, _K.PACK_EXPANSION_EXPR, _K.GNU_NULL_EXPR, _K.MEMBER_REF,
                     _K.CXX_NEW_EXPR, _K.CXX_DELETE_EXPR, _K.COMPOUND_LITERAL_EXPR, _K.CXX_TYPEID_EXPR}  # fmt: skip
_HEADED = frozenset({_K.IF_STMT, _K.SWITCH_STMT, _K.CXX_FOR_RANGE_STMT})
_INFIX = frozenset({Kind.BINARY, Kind.ASSIGN, Kind.CONDITIONAL})


@dataclass
class Bodies:
    """Makes trees of cursors. `span` gives the place of a cursor in a file of the user's, `place` that of a location,
    `text` a file's text, `use` that of the macro's use that a place is an argument of."""

    span: Callable[[cindex.Cursor], Span | None]
    place: Callable[[cindex.SourceLocation], tuple[str, int]]
    text: Callable[[str], str]
    identity: Callable[[cindex.Cursor], str]
    use: Callable[[Span], Span]
    heads: Heads
    _variables: dict[str, Variable] = field(default_factory=dict)
    _keys: dict[int | None, str] = field(default_factory=dict)  # of variables, by clang's address
    _types: Spellings = field(default_factory=Spellings)
    _callees: Callees = field(init=False)
    _objects: OfObjects = field(init=False)
    _undivided: set[tuple[str, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._callees = Callees(self.place, self.identity)
        self._objects = OfObjects(self._callees.users, self._callees.unshown)

    def function(self, cursor: cindex.Cursor, is_kernel: bool) -> Function | None:
        """The definition's tree; None where it has no body, or no place in the user's files."""
        self._variables, self._undivided = {}, set()
        self._objects.begin()
        span, children = self.span(cursor), children_of(cursor)
        body = next((c for c in children if c.kind is _K.COMPOUND_STMT), None)
        path, offset = self.place(cursor.location)
        name = cursor.spelling
        if span is None or body is None:
            return None
        self._mentions = Mentions(self.place, span)
        declared = [c for c in children if c.kind is _K.PARM_DECL]
        for naming in (cursor, *declared):
            self._mentions.children(naming)
        parameters, spans = map(self._variable, declared), [self.span(c) or span for c in declared]
        named = [
            (Span(path, offset, offset + len(name)), name),
            *zip(spans, (c.spelling for c in declared), strict=True),
        ]
        inside = self.span(body) or span
        within = self.text(inside.path)[inside.start : inside.end]
        present = [n in self.text(s.path)[s.start : s.end] for s, n in named]
        has_body = within[:1] == "{" and within[-1:] == "}" and present[0]
        listed = [c for c in children if c._kind_id in TEMPLATE_PARAMETERS]
        template = template_head(span, self.text(span.path)) if cursor.kind is _K.FUNCTION_TEMPLATE else None
        tree = self.node(body, span)
        if cursor.kind is _K.CONSTRUCTOR:  # what initialises members stands in front of the body
            first = (self.node(c, span) for c in children if is_value(c))
            tree = replace(tree, parts=(*first, *tree.parts))
        defaults = tuple(self.node(c, span) for p in declared for c in children_of(p) if c.kind.is_expression())
        name_span = Span(path, offset, offset + len(name))
        return Function(
            name, self.identity(cursor), span, name_span, tuple(parameters), tuple(spans), tree, self._variables,
            template, tuple(c.spelling for c in listed), is_kernel, is_member(cursor), cursor.result_type.spelling,
            has_body and all(present), tuple(dict.fromkeys(self._objects.ends)), defaults, scope(cursor),
            mentions=tuple(self._mentions.found), undivided=frozenset(self._undivided), unshown=self._objects.unshown,
            lacks_parameters=has_body and not all(present),
        )  # fmt: skip

    def value(self, cursor: cindex.Cursor, around: Span) -> Node:
        """The tree of a value that stands in no body."""
        self._variables, self._undivided = {}, set()
        self._objects.begin()
        self._mentions = Mentions(self.place, around)
        return self.node(cursor, around)

    # Nodes

    def node(self, cursor: cindex.Cursor, around: Span) -> Node:
        """The tree below a cursor; `around` is the place of what stands around it, for what has none of its own."""
        kind, own = cursor.kind, self.span(cursor)
        span = own if own and own.start < own.end else around
        if kind in _WRAPPERS:
            inner = self._mentions.children(cursor)
            kind_of = self._types.of(cursor.type)[1] if kind in CASTS else ""
            if kind_of.endswith("]"):  # behind its extents
                inner = inner[-1:]
            if len(inner) == 1:
                made = as_array(converted(cursor, inner[0], self.node(inner[0], span), self._types), kind_of)
                if own is None or own == made.span or own.path != made.span.path:
                    return made
                wider = own.start <= made.span.start and own.end >= made.span.end
                if kind is _K.UNEXPOSED_EXPR and wider and (name := fold(own, self.text(own.path), (made,))):
                    return self._node(cursor, Kind.OTHER, span, (made,), name=name)
                return made.but(whole=own) if wider else made
            return self._unresolved(cursor, inner, span)
        if kind in _HEADED and self.heads.begin_with_another(cursor, children_of(cursor), self.text(span.path), span):
            return self._node(cursor, Kind.OTHER, span, self._all(cursor, span), name=IN_FRONT)
        if kind is _K.CXX_FOR_RANGE_STMT and not self._objects.iterated(children_of(cursor)[-2].type):
            return self._node(cursor, Kind.OTHER, span, self._all(cursor, span), name=UNKNOWN_RANGE)
        if kind in _STATEMENTS:
            return self._plain(cursor, _STATEMENTS[kind], span)
        if maker := _MAKERS.get(kind):
            return maker(self, cursor, span)
        if kind in _LITERALS:
            if kind is _K.CXX_UNARY_EXPR:  # `sizeof`, say
                self._mentions.below(cursor)
            value = evaluated(cursor) if kind is _K.INTEGER_LITERAL else None
            return self._node(cursor, Kind.LITERAL, span, name="" if value is None else str(value))
        return self._node(cursor, Kind.OTHER, span, self._all(cursor, span), name=_other(kind))

    def _node(self, cursor: cindex.Cursor, kind: Kind, span: Span, parts: tuple[Node, ...] = (), **more: Any) -> Node:
        spelled, canonical, _ = self._types.of(cursor.type)
        if kind in _INFIX and any(a.span.end > b.span.start for a, b in pairwise(parts)):
            span = self.use(span)  # `x * x` of a macro's body has the place of the argument x
        return Node(kind, span, parts, type=canonical, spelled=spelled, **more)

    def _plain(self, cursor: cindex.Cursor, kind: Kind, span: Span) -> Node:
        return self._node(cursor, kind, span, self._all(cursor, span), name=label(cursor))

    def _all(self, cursor: cindex.Cursor, span: Span) -> tuple[Node, ...]:
        return tuple(self.node(c, span) for c in self._mentions.children(cursor))

    def _unresolved(self, cursor: cindex.Cursor, inner: list[cindex.Cursor], span: Span) -> Node:
        """A call, in a template, of a function that its arguments will choose; or something without a kind."""
        if inner and inner[0].kind is _K.DECL_REF_EXPR:
            chosen = [c for c in children_of(inner[0]) if c.kind is _K.OVERLOADED_DECL_REF]
            if chosen and cursor.kind is _K.UNEXPOSED_EXPR:
                parts = tuple(self.node(c, span) for c in inner[1:])
                known = self._callees.overloaded(chosen[0], len(parts))
                return self._node(cursor, Kind.CALL, span, parts, name=chosen[0].spelling, **known)
        parts = tuple(self.node(c, span) for c in inner)
        if len(parts) == 4 and parts[0].span == parts[1].span == parts[2].span:  # `a ?: b`
            return self._node(cursor, Kind.CONDITIONAL, span, parts[1:])
        name = ""
        if cursor.kind is _K.UNEXPOSED_EXPR:
            name = fold(span, self.text(span.path), parts) or unnamed(span, self.text(span.path), parts)
        return self._node(cursor, Kind.OTHER, span, parts, name=name or _other(cursor.kind))

    def _if(self, cursor: cindex.Cursor, span: Span) -> Node:
        children = children_of(cursor)
        declared = [c for c in children if c.kind is _K.VAR_DECL]
        rest = [self.node(c, span) for c in children if c not in declared]
        kind = Kind.WHILE if cursor.kind is _K.WHILE_STMT else Kind.IF
        if declared:  # `if (int x = f())`: the variable is part of the condition
            made = tuple(self._declared(c, span) for c in declared)
            rest[0] = Node(Kind.OTHER, rest[0].span, (*made, rest[0]))
        wanted = 2 if kind is Kind.WHILE else 3
        return self._node(cursor, kind, span, (*rest, *[_none(span)] * (wanted - len(rest))))

    def _for(self, cursor: cindex.Cursor, span: Span) -> Node:
        children = children_of(cursor)
        *head, body = [self.node(c, span) for c in children]
        places = semicolons(self.text(span.path), span, "for") or []
        slots = [_none(span), _none(span), _none(span)]
        for child, node in zip(children, head, strict=False):
            if places:
                at = sum(node.span.start > p for p in places)
            elif child.kind is _K.DECL_STMT or (node.kind is Kind.ASSIGN and slots[0].kind is Kind.NONE):
                at = 0
            else:
                at = 1 if node.type == "bool" and slots[1].kind is Kind.NONE else 2
            slots[at] = node
        return self._node(cursor, Kind.FOR, span, (*slots, body))

    def _declare(self, cursor: cindex.Cursor, span: Span) -> Node:
        made = [self._declared(c, span) for c in children_of(cursor) if c.kind is _K.VAR_DECL]
        rest = []
        for other in (c for c in children_of(cursor) if c.kind is not _K.VAR_DECL):
            self._mentions.below(other)
            values = tuple(self.node(v, span) for v in bound_values(other))
            rest.append(Node(Kind.OTHER, span, values, _other(other.kind), spelled=bound_parts(other)))
        return self._node(cursor, Kind.DECLARE, span, (*made, *rest))

    def _declared(self, cursor: cindex.Cursor, span: Span) -> Node:
        variable = self._variable(cursor)
        self._mentions.children(cursor)
        own = self.span(cursor) or span
        own = bracketed(variable, own, self.text(own.path))
        initial = library().clang_Cursor_getVarDeclInitializer(cursor)
        initial._tu = cursor._tu
        parts = () if initial.kind.is_invalid() else (self.node(initial, own),)
        return self._node(cursor, Kind.VARIABLE, own, parts, name=variable.name, variable=variable.key)

    def _name(self, cursor: cindex.Cursor, span: Span) -> Node:
        target, name = cursor.referenced, cursor.spelling
        if target is None:
            return self._node(cursor, Kind.OTHER, span, name=name)
        if span.end - span.start > len(name):  # with what it is a member of, or arguments of a template
            self._mentions.children(cursor)
        if name in _BUILTINS:
            return self._node(cursor, Kind.BUILTIN, span, name=name)
        if target.kind is _K.UNEXPOSED_DECL or (target.kind is _K.VAR_DECL and not target.spelling):
            what = "an object without a name" if target.kind is _K.VAR_DECL else "a structured binding"
            return self._node(cursor, Kind.OTHER, span, name=UNREAD + what)
        if target.kind in (_K.VAR_DECL, _K.PARM_DECL):
            return self._node(cursor, Kind.NAME, span, name=name, variable=self._variable(target).key)
        constant = target.kind in (_K.ENUM_CONSTANT_DECL, _K.TEMPLATE_NON_TYPE_PARAMETER)
        if constant:
            self._mentions.note(cursor, target)
        return self._node(cursor, Kind.LITERAL if constant else Kind.OTHER, span, name=name)

    def _member(self, cursor: cindex.Cursor, span: Span) -> Node:
        parts = self._all(cursor, span)
        if parts and parts[0].kind is Kind.BUILTIN and "." not in parts[0].name:
            field_name = self.text(span.path)[span.start : span.end].rpartition(".")[2].strip()
            axis = field_name if field_name in ("x", "y", "z") else ""
            return self._node(cursor, Kind.BUILTIN, span, name=f"{parts[0].name}.{axis}" if axis else parts[0].name)
        found = self._node(cursor, Kind.MEMBER, span, parts, name=cursor.spelling)
        return reached(found) if is_reference(cursor) else found

    def _call(self, cursor: cindex.Cursor, span: Span) -> Node:
        name, target = cursor.spelling, cursor.referenced
        children = self._mentions.children(cursor)
        if any(c.kind is _K.CALL_EXPR and c.spelling == "__cudaPushCallConfiguration" for c in children):
            return self._node(cursor, Kind.LAUNCH, span, name=name)
        if target is not None and target.kind is _K.CONSTRUCTOR:
            parts = tuple(self.node(c, span) for c in children)
            self._objects.made(cursor.type, span)
            if len(parts) == 1 and parts[0].type.removeprefix("const ") == cursor.type.get_canonical().spelling:
                return parts[0]  # a copy
            return self._node(cursor, Kind.CONSTRUCT, span, parts, name=name, **self._callees.called(target))
        nodes = [self.node(c, span) for c in children]
        self._objects.assigned(target)
        keeps = target is not None and target.kind is _K.CXX_METHOD and target.is_const_method()
        known = {"keeps_object": keeps} | (self._callees.called(target) if target is not None else {})
        if name.startswith("operator") and len(nodes) > 1:
            return self._operator(cursor, span, name, nodes, known)
        if operator := dependent_operator(children):
            return self._operator(cursor, span, operator, [nodes[0], *nodes[2:]], {})
        if target is None and library().clang_Cursor_getNumArguments(cursor) < 0:
            return self._node(cursor, Kind.CONSTRUCT, span, tuple(nodes), name=name)  # T(x), of a template's T
        if nodes and nodes[0].kind is Kind.BUILTIN:  # as a whole, converted to a type that can be copied
            return self._node(cursor, Kind.BUILTIN, span, name=nodes[0].name)
        if nodes and (nodes[0].kind in _COMPUTED or nodes[0].name.startswith(UNREAD)):  # `(*f)(x)`, `f(x)(y)`
            return self._node(cursor, Kind.CALL, span, tuple(nodes))
        overloaded = [c for c in children_of(children[0]) if c.kind is _K.OVERLOADED_DECL_REF] if children else []
        method = bool(nodes) and nodes[0].kind is Kind.MEMBER
        name = name or (overloaded[0].spelling if overloaded else nodes[0].name if nodes else "")
        named = bool(nodes) and not nodes[0].parts  # else the function is a value: of a table, say
        parts = (*nodes[0].parts, *nodes[1:]) if method else tuple(nodes[1:] if named else nodes)
        if overloaded:
            known |= self._callees.overloaded(overloaded[0], len(parts))
        if not name and nodes:  # a template's argument decides which function it is
            name = last_name(self.text(span.path)[nodes[0].span.start : nodes[0].span.end])
        if nodes and nodes[0].kind is Kind.NAME:
            known["variable"] = nodes[0].variable
        return self._node(cursor, Kind.CALL, span, parts, name=name, **known)

    def _operator(self, cursor: cindex.Cursor, span: Span, name: str, nodes: list[Node], known: dict[str, Any]) -> Node:
        """A call of an overloaded operator: the function stands among its operands, and drops out."""
        operands = tuple(n for n in nodes if n.kind is not Kind.OTHER or n.parts or n.name == "CXX_THIS_EXPR")
        short = name.removeprefix("operator")
        if cursor.referenced is not None and cursor.referenced.is_virtual_method():  # the object's type decides
            return self._node(cursor, Kind.CALL, span, operands, name=name, **known)
        if name in ASSIGNING and len(operands) == 2:
            if short != "=" or not is_default(cursor.type.get_canonical()):
                self._undivided.add((span.path, span.start))
            return self._node(cursor, Kind.ASSIGN, span, operands, name=short, **known)
        if name in ("operator++", "operator--"):
            return self._node(cursor, Kind.UNARY, span, operands[:1], name=short, **known)
        if name in _PREFIX and len(operands) == 1:
            return self._node(cursor, Kind.UNARY, span, operands, name=short, **known)
        if name == "operator()" and operands and operands[0].kind is Kind.NAME:
            held = operands[0].variable
            return self._node(cursor, Kind.CALL, span, operands[1:], name=operands[0].name, variable=held, **known)
        if name == "operator[]" and len(operands) == 2:
            return self._node(cursor, Kind.INDEX, span, operands, **(known | {"name": "overloaded"}))
        return self._node(cursor, Kind.CALL, span, operands, name=name, **known)

    def _unary(self, cursor: cindex.Cursor, span: Span) -> Node:
        operator = _UNARY.get(library().clang_getCursorUnaryOperatorKind(cursor), "")
        return self._node(cursor, Kind.UNARY, span, self._all(cursor, span), name=operator)

    def _binary(self, cursor: cindex.Cursor, span: Span) -> Node:
        operator = _BINARY.get(library().clang_getCursorBinaryOperatorKind(cursor), "")
        if operator in (".*", "->*"):
            return self._node(cursor, Kind.OTHER, span, self._all(cursor, span), name=f"{UNREAD}'{operator}'")
        assigns = operator.endswith("=") and operator not in ("<=", ">=", "==", "!=")
        kind = Kind.ASSIGN if assigns else Kind.BINARY
        return self._node(cursor, kind, span, self._all(cursor, span), name=operator)

    def _index(self, cursor: cindex.Cursor, span: Span) -> Node:
        parts = self._all(cursor, span)
        if len(parts) == 2 and parts[1].type.endswith(("*", "]")) and not parts[0].type.endswith(("*", "]")):
            parts = parts[::-1]  # k[array]
        return self._node(cursor, Kind.INDEX, span, parts)

    def _conditional(self, cursor: cindex.Cursor, span: Span) -> Node:
        return self._node(cursor, Kind.CONDITIONAL, span, self._all(cursor, span))

    def _list(self, cursor: cindex.Cursor, span: Span) -> Node:
        parts = self._all(cursor, span)
        if has_reference(cursor.type.get_canonical()):
            parts = tuple(bound(p) for p in parts)
        return self._node(cursor, Kind.LIST, span, parts)

    def _lambda(self, cursor: cindex.Cursor, span: Span) -> Node:
        children = children_of(cursor)
        parameters = [self._declared(c, span) for c in children if c.kind is _K.PARM_DECL]
        bodies = [self.node(c, span) for c in children if c.kind is _K.COMPOUND_STMT]
        if any(n.kind is not Kind.LITERAL for p in parameters for v in p.parts for n in v.walk()):
            bodies.insert(0, Node(Kind.OTHER, parameters[0].span, name=f"{UNREAD}a default argument of a lambda"))
        captured = []
        for capture, given in declaring(children):
            variable, own = self._variable(capture.referenced), self.span(capture) or span
            unread = Node(Kind.OTHER, own, name=f"{UNREAD}what a lambda captures")
            value = unread if given is None else self.node(given, span)
            names = {"name": variable.name, "variable": variable.key}
            captured.append(self._node(capture, Kind.VARIABLE, own, (value,), **names))
        used = {n.variable for n in (*captured, *(n for body in bodies for n in body.of(Kind.NAME)))}
        named = (self._name(c, self.span(c) or span) for c in children if c.kind is _K.VARIABLE_REF)
        captured += [n for n in named if n.variable not in used]
        return self._node(cursor, Kind.LAMBDA, span, (*captured, *parameters, *bodies))

    # Variables

    def _variable(self, cursor: cindex.Cursor) -> Variable:
        if known := self._variables.get(self._keys.get(cursor.data[0], "")):
            return known
        path, offset = self.place(cursor.location)
        key = f"{cursor.spelling}@{path}:{offset}" if path else cursor.get_usr()
        self._keys[cursor.data[0]] = key
        if key not in self._variables:
            own = self.span(cursor) or Span(path, offset, offset)
            self._objects.made(cursor.type, own)
            self._variables[key] = variable(cursor, key, own, offset)
        return self._variables[key]


def _other(kind: cindex.CursorKind) -> str:
    return "type" if kind in _TYPES else kind.name if kind in _READ else f"{UNREAD}clang's {kind.name}"


def _none(span: Span) -> Node:
    return Node(Kind.NONE, Span(span.path, span.start, span.start))


_MAKERS: dict[cindex.CursorKind, Callable[[Bodies, cindex.Cursor, Span], Node]] = {
    _K.IF_STMT: Bodies._if, _K.WHILE_STMT: Bodies._if, _K.FOR_STMT: Bodies._for, _K.DECL_STMT: Bodies._declare,
    _K.VAR_DECL: Bodies._declared, _K.DECL_REF_EXPR: Bodies._name, _K.MEMBER_REF_EXPR: Bodies._member,
    _K.CALL_EXPR: Bodies._call, _K.UNARY_OPERATOR: Bodies._unary, _K.BINARY_OPERATOR: Bodies._binary,
    _K.COMPOUND_ASSIGNMENT_OPERATOR: Bodies._binary, _K.ARRAY_SUBSCRIPT_EXPR: Bodies._index,
    _K.CONDITIONAL_OPERATOR: Bodies._conditional, _K.INIT_LIST_EXPR: Bodies._list, _K.LAMBDA_EXPR: Bodies._lambda,
    _K.StmtExpr: lambda self, cursor, span: called_at_once(cursor, span, self.node(children_of(cursor)[0], span)),
}  # fmt: skip
