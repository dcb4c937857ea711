"""The symbol graphs of the modules that `swift build` has built."""

import json
import pathlib
import subprocess

SOURCES = pathlib.Path("Sources")
MODULES = ".build/debug/Modules"
# What other modules share: users cannot depend on it. It is public only where functions must be inlined, or in C.
INTERNAL_MODULES = {"CCorpus", "SluiceSupport"}


def needs_trait(target, libraries):
    """Returns whether a target is empty without a trait, because it adapts another package or a system library."""
    for dependency in target["dependencies"]:
        kind, (name, *_, condition) = next(iter(dependency.items()))
        if (condition or {}).get("traits") and (kind == "product" or name in libraries):
            return True
    return False


def public_modules():
    """Returns the modules whose public symbols a user can reach without a trait.

    Products with an underscore are not for users.
    """
    dump = subprocess.run(["swift", "package", "dump-package"], check=True, stdout=subprocess.PIPE)
    package = json.loads(dump.stdout)
    libraries = {target["name"] for target in package["targets"] if target["type"] == "system"}
    targets = {
        target["name"]: target for target in package["targets"]
        if target["type"] == "regular" and not needs_trait(target, libraries)}
    modules = set()
    following = [
        target for product in package["products"] for target in product["targets"]
        if "library" in product["type"] and not product["name"].startswith("_")]
    while following:
        target = following.pop()
        if target in targets and target not in modules and target not in INTERNAL_MODULES:
            modules.add(target)
            for dependency in targets[target]["dependencies"]:
                following.append(next(iter(dependency.values()))[0])
    return sorted(modules)


def extract(module, folder):
    """Writes the symbol graphs of a module: its own, and one for each module whose types it extends.

    Returns their files. They contain public symbols only.
    """
    maps = sorted([*SOURCES.glob("*/module.modulemap"), *SOURCES.glob("*/include/module.modulemap")])
    c_modules = [option for path in maps for option in ("-I", path.parent)]
    subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", module, "-I", MODULES, *c_modules,
         "-minimum-access-level", "public", "-skip-synthesized-members", "-skip-inherited-docs",
         "-emit-extension-block-symbols", "-output-dir", folder],
        check=True)
    return sorted(pathlib.Path(folder).glob(f"{module}[.@]*"))
