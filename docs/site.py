"""What the site has beside the pages here: the README as its first page, CONTRIBUTING and the changelog."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
PAGES = {"index.md": "README.md", "contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}


def on_files(files: Files, config: Any) -> Files:
    for page, source in PAGES.items():
        files.append(File.generated(config, page, content=_of_pages((ROOT / source).read_text())))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links that lead out of the pages name the file instead."""
    return re.sub(r"\[([^\]]+)\]\((\.\./[^)]*)\)", _outside, markdown)


def _outside(link: re.Match[str]) -> str:
    name = Path(link[2].partition("#")[0]).name
    page = next((p for p, source in PAGES.items() if source == name), None)
    return f"[{link[1]}]({page})" if page else f"`{link[2].lstrip('./')}`"


def _of_pages(text: str) -> str:
    """With links as from within docs/."""
    text = re.sub(r"\]\(docs/", "](", text)
    return re.sub(r"\]\((CONTRIBUTING|CHANGELOG|README)\.md", lambda m: f"]({_page(m[1])}", text)


def _page(name: str) -> str:
    return next(page for page, source in PAGES.items() if source == f"{name}.md")
