"""Pages for a browser, made of templates: each holds all that it needs, and loads nothing."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from retarget import __version__
from retarget.errors import MissingTool
from retarget.system.toolchain import templates

try:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup
except ImportError:
    raise MissingTool("jinja2, which makes the page, is missing", "pip install 'jinja2>=3.1,<4'") from None

__all__ = ["Markup", "page", "printable"]
Filters = Mapping[str, Callable[..., object]]
_NONE: Filters = MappingProxyType({})


def page(template: str, filters: Filters = _NONE, **values: Any) -> str:
    """The page that a template of `templates/report` makes of values, which it escapes unless they are `Markup`. All
    have our style, and the script that sorts tables."""
    script, style = _text("sort.js"), _text("style.css")
    made = _environment().overlay()
    made.filters = {**made.filters, **filters}
    return made.get_template(template).render(
        version=__version__,
        script=Markup(script),
        script_digest=b64encode(sha256(script.encode()).digest()).decode(),
        style=Markup(style),
        **values,
    )


def printable(text: str) -> str:
    """Without what no page may hold: control characters, and bytes that are no text."""
    kept = "".join(c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text)
    return kept.encode(errors="replace").decode()


def _finalized(value: object) -> object:
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@cache
def _environment() -> Environment:
    """Escaping is on: names, messages and the program's text are not ours."""
    return Environment(
        loader=FileSystemLoader(templates() / "report"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, finalize=_finalized,
    )  # fmt: skip


def _text(name: str) -> str:
    return (templates() / "report" / name).read_text(encoding="utf-8")
