"""The pages about the names of the Python package, from their docstrings, read without importing it."""

import ast
import pathlib
import re
import textwrap

# Page, title, introduction, names in order.
PAGES = [
    ("operators", "Operators", "Arrays of any kind and element type; [the package](../python.md) says which.",
     ["gather", "gather_elements", "gather_nd", "scatter", "scatter_elements", "scatter_nd", "tensor_scatter",
      "segment_reduce", "segment_scan", "sddmm", "gather_block_quantized"]),
    ("plans", "Plans and values", "What is decided once, and operands that are one value.",
     ["plan", "Plan", "prepare", "Prepared", "filled", "Filled"]),
    ("errors", "Exceptions", "What strew raises. [The package](../python.md#errors) has the rules behind them.",
     ["Error", "IndexOutOfBounds", "DuplicateIndex", "ShapeError", "DTypeError", "OptionError", "OverlapError",
      "ArrayError", "AllocationError", "rules", "show_config"]),
    ("numpy", "Names of NumPy",
     "NumPy's signatures, broadcasting and habit of writing in place, with the rules of strew.",
     ["take", "take_along_axis", "put_along_axis", "at", "add_at", "bincount"]),
    ("segments", "Segments", "Segment reductions as JAX and TensorFlow name them, with the rules of strew.",
     ["segment_sum", "segment_max", "segment_min", "segment_mean"]),
]  # fmt: skip
# Modules with a page of their own: page, module. Names that strew has too are not repeated on another page.
MODULES = [("stablehlo", "stablehlo"), ("torch", "torch_names"), ("pyg", "pyg")]
SECTIONS = ("Args", "Returns", "Raises")


def public_names(tree):
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return ast.literal_eval(node.value)
    raise SystemExit("api_pages: no __all__")


def definitions(tree):
    """Each name's definition with its docstring; of overloads the last, with the docstring of the first."""
    found = {}
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            doc = ast.get_docstring(node) or (found[node.name][1] if node.name in found else None)
            found[node.name] = (node, doc)
    return found


def signature(name, node):
    """Names and defaults; the text below them says what they are."""
    given = node.args
    plain = given.posonlyargs + given.args
    defaults = [None] * (len(plain) - len(given.defaults)) + given.defaults
    texts = [argument(arg, default) for arg, default in zip(plain, defaults) if arg.arg != "self"]
    if given.vararg:
        texts.append("*" + given.vararg.arg)
    elif given.kwonlyargs:
        texts.append("*")
    texts += [argument(arg, default) for arg, default in zip(given.kwonlyargs, given.kw_defaults)]
    texts += ["**" + given.kwarg.arg] if given.kwarg else []
    line = f"{name}({', '.join(texts)})"
    if len(line) <= 92:
        return line
    inner = textwrap.fill(" ".join(one + "," for one in texts), 88)
    return f"{name}(\n{textwrap.indent(inner, '    ')}\n)"


def argument(arg, default):
    if default is None:
        return arg.arg
    value = getattr(default, "value", None)
    return f'{arg.arg}="{value}"' if isinstance(value, str) else f"{arg.arg}={ast.unparse(default)}"


def prose(text):
    """Text in which only what stands between backticks is marked up, option words and names of pages."""
    parts = re.split(r"(`[^`]*`)", text)
    plain = [re.sub(r"([*<]|(?<!\w)_|_(?!\w))", r"\\\1", part) for part in parts[::2]]
    plain = [re.sub(r'"[a-z_]+"', r"`\g<0>`", part) for part in plain]
    plain = [re.sub(r"docs/([\w/]+\.md)", r"[docs/\1](../\1)", part) for part in plain]
    return "".join(one for pair in zip(plain, [*parts[1::2], ""]) for one in pair)


def section(title, body):
    """`name: text` lines as a list; other texts as they are."""
    entries = re.split(r"\n(?=\S)", textwrap.dedent(body).strip("\n"))
    lines = []
    for entry in entries:
        text = re.sub(r"\s+", " ", entry)
        name, colon, rest = text.partition(": ")
        is_entry = colon and re.fullmatch(r"[\w, ]+", name)
        names = ", ".join(f"`{one}`" for one in name.split(", "))
        lines.append(f"- {names}: {prose(rest)}" if is_entry else f"- {prose(text)}")
    return f"**{title}**\n\n" + "\n".join(lines)


def markdown(doc):
    """A docstring as Markdown."""
    parts = []
    for part in re.split(r"\n\n+", doc):
        title, colon, body = part.partition(":\n")
        if part.startswith(">>> "):
            parts.append(f"```pycon\n{part}\n```")
        elif colon and title in SECTIONS:
            parts.append(section(title, body))
        elif part.startswith(("Args, ", "Returns, ", "Source: ")):
            title, _, body = part.partition(": ")
            parts.append(f"**{title}**: {prose(body)}")
        else:
            parts.append(prose(part))
    return "\n\n".join(parts)


def attributes(node, lines):
    """The annotated attributes of a class with their `#:` comments."""
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            note = lines[item.lineno - 1].partition("#:")[2].strip()
            yield f"- `{item.target.id}`: " + (prose(note) if note else f"`{ast.unparse(item.annotation)}`")


def members(node):
    """Public methods and properties of a class, and what calling it does."""
    for item in node.body:
        doc = isinstance(item, ast.FunctionDef) and ast.get_docstring(item)
        if not doc or (item.name.startswith("_") and item.name != "__call__"):
            continue
        is_property = any(isinstance(mark, ast.Name) and mark.id == "property" for mark in item.decorator_list)
        head = item.name if is_property else signature(item.name.replace("__call__", node.name.lower()), item)
        yield f"- `{' '.join(head.split())}`: " + prose(re.sub(r"\s+", " ", doc))


def entry(module, name, node, doc, lines):
    heading = f"## {name} {{ #{module}.{name} }}"
    doc = doc or ""
    if isinstance(node, ast.FunctionDef):
        return f"{heading}\n\n```python\n{signature(f'{module}.{name}', node)}\n```\n\n{markdown(doc)}"
    bases = ", ".join(f"`{ast.unparse(base)}`" for base in node.bases)
    listed = [*attributes(node, lines), *members(node)]
    parts = [heading, f"Bases: {bases}" if bases else "", markdown(doc), "\n".join(listed)]
    return "\n\n".join(part for part in parts if part)


class Module:
    """A file of the package, for its definitions."""

    def __init__(self, path):
        text = path.read_text()
        self.tree, self.lines = ast.parse(text), text.splitlines()
        self.definitions = definitions(self.tree)


def file_of(source, name):
    """Of a module or package, by its name within strew."""
    path = source.joinpath(*name.split("."))
    return next(one for one in (path.with_suffix(".pyi"), path.with_suffix(".py"), path / "__init__.py") if one.is_file())


def origins(source, name):
    """The file of each name that a module of the package has, by its definitions and imports."""
    module = Module(file_of(source, name))
    found = dict.fromkeys(module.definitions, module)
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and node.module.startswith("strew."):
            there = origins(source, node.module.removeprefix("strew."))
            found |= {alias.name: there[alias.name] for alias in node.names if alias.name in there}
    return found


def page(title, above, prefix, names, where):
    entries = [entry(prefix, name, *where[name].definitions[name], where[name].lines) for name in names]
    return "\n\n".join([f"# {title}", above, *entries]) + "\n"


def module_pages(source):
    """Path on the site and text of the page of each module, and all names on them."""
    made, listed = {}, set()
    for stem, name in MODULES:
        tree = ast.parse(file_of(source, name).read_text())
        names, prefix = public_names(tree), f"strew.{name}"
        made[f"{stem}.md"] = page(prefix, markdown(ast.get_docstring(tree)), prefix, names, origins(source, name))
        listed |= {name, *names}
    return made, listed


def pages(root):
    """Path on the site and text of each page; a public name that no page lists is an error."""
    source = root / "python/strew"
    wanted = set(public_names(ast.parse((source / "__init__.py").read_text())))
    made, in_modules = module_pages(source)
    listed = {name for _, _, _, names in PAGES for name in names} | {"__version__"} | (in_modules & wanted)
    if listed != wanted:
        raise SystemExit(f"api_pages: on a page or public, not both: {', '.join(sorted(listed ^ wanted))}")
    where = origins(source, "__init__")
    made |= {f"{stem}.md": page(title, above, "strew", names, where) for stem, title, above, names in PAGES}
    return {pathlib.Path("api") / name: text for name, text in made.items()}
