"""Each example of the docstrings, of docs/python.md and of README.md, run; and what a docstring must tell."""

import doctest
import inspect
import pathlib
import re

import pytest

import strew

ROOT = pathlib.Path(__file__).resolve().parents[2]
PUBLIC = {f"strew.{name}": getattr(strew, name) for name in strew.__all__}
MODULES = {name: thing for name, thing in PUBLIC.items() if inspect.ismodule(thing)}
PUBLIC |= {
    f"{name}.{each}": getattr(module, each)
    for name, module in MODULES.items()
    for each in module.__all__
    if getattr(strew, each, None) is not getattr(module, each)
}
DOCUMENTED = {name: thing for name, thing in PUBLIC.items() if name != "strew.__version__"}
FUNCTIONS = {name: thing for name, thing in DOCUMENTED.items() if callable(thing) and not inspect.isclass(thing)}
PAGES = ["docs/python.md", "README.md"]


def docstring(thing):
    return inspect.getdoc(thing) or ""


def run_examples(text, name, names):
    """Runs the examples of a text in the namespace `names`; their number."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    test.globs = names
    report = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    failed = runner.run(test, out=report.append, clear_globs=False).failed
    assert failed == 0, "".join(report)
    return len(test.examples)


def blocks(page):
    """(number of the first line, text) of the Python blocks of a page."""
    text = (ROOT / page).read_text()
    for match in re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text[: match.start()].count("\n") + 2, match[1]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples_of_docstrings(name):
    count = run_examples(docstring(DOCUMENTED[name]), name, {})
    assert count > 0 or name not in FUNCTIONS, f"{name} has no example"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_sections_of_docstrings(name):
    doc = docstring(FUNCTIONS[name])
    if re.search(r"are those of strew\.\w+\.", doc):  # a name for a case of another function
        return
    takes_nothing = name == "strew.rules"
    assert takes_nothing or re.search(r"^Args\b", doc, re.MULTILINE), f"{name} has no Args"
    assert re.search(r"^(Returns|Raises)\b|^Args, Returns, Raises\b", doc, re.MULTILINE) or takes_nothing, name
    assert takes_nothing or re.search(r"^Source: ", doc, re.MULTILINE), f"{name} has no Source"


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docstrings_begin_with_a_sentence(name):
    first = docstring(DOCUMENTED[name]).partition("\n\n")[0]
    assert first.rstrip().endswith((".", ":")), f"{name}: {first!r}"


@pytest.mark.parametrize("page", PAGES)
def test_blocks_of_pages(page):
    """The blocks of a page share their names, as one who reads on has them."""
    names, found = {}, 0
    for line, text in blocks(page):
        found += 1
        if text.startswith(">>>"):
            run_examples("\n" * line + text, page, names)
        else:
            exec(compile("\n" * (line - 1) + text, page, "exec"), names)
    assert found > 0, f"{page} has no Python block"


def test_the_page_lists_every_name():
    text = (ROOT / "docs/python.md").read_text()
    missing = [name for name in PUBLIC if not re.search(rf"\b{name.removeprefix('strew.')}\b", text)]
    assert missing in ([], ["strew.__version__"]), missing


def test_the_page_lists_every_rule():
    text = (ROOT / "docs/python.md").read_text()
    own = {number: asked for number, asked in strew.rules().items() if number.startswith("PY")}
    rows = dict(re.findall(r"^\| (PY\d+) \| (.*?) \|", text, re.MULTILINE))
    assert rows == own


def test_every_keyword_is_explained():
    for name, function in FUNCTIONS.items():
        arguments = inspect.signature(function).parameters
        args = docstring(function).partition("\nArgs:\n")[2].partition("\n\n")[0]
        missing = [word for word in arguments if args and not re.search(rf"\b{word}\b", args)]
        assert not missing, f"{name}: {missing}"


def test_the_site_has_each_public_name(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import api_pages

    pages = "\n".join(api_pages.pages(ROOT).values())
    shown = re.findall(r"^## \S+ \{ #(\S+) \}", pages, re.MULTILINE)
    in_modules = {f"strew.{each}" for module in MODULES.values() for each in module.__all__}
    missing = DOCUMENTED.keys() - MODULES.keys() - in_modules - set(shown)
    assert not missing
    assert {f"{name}.{each}" for name, module in MODULES.items() for each in module.__all__} <= set(shown)
    assert len(shown) == len(set(shown))
