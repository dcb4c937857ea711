"""The symbol graphs of the modules that `swift build` has built."""

import json
import pathlib
import subprocess

BUILD = pathlib.Path(".build/debug")
# What other modules share: users cannot depend on it. It is public only where functions must be inlined, or in C.
INTERNAL_MODULES = {"CCorpus", "CWorker", "SluiceSupport"}


def needs_trait(target, libraries):
    """Returns whether a target is empty without a trait, because it adapts another package or a system library.

    A target that has another library without the trait is not.
    """
    has_condition = False
    for dependency in target["dependencies"]:
        kind, (name, *_, condition) = next(iter(dependency.items()))
        has_trait = bool((condition or {}).get("traits"))
        if name in libraries and not has_trait:
            return False
        has_condition = has_condition or has_trait and (kind == "product" or name in libraries)
    return has_condition


def public_modules(build=None):
    """Returns the modules whose public symbols a user can reach.

    Products with an underscore are not for users.

    - build: the folder of a build with traits, for the modules that it contains and that are empty without a trait.
      Defaults to none, for all others.
    """
    dump = subprocess.run(["swift", "package", "dump-package"], check=True, stdout=subprocess.PIPE)
    package = json.loads(dump.stdout)
    libraries = {target["name"] for target in package["targets"] if target["type"] == "system"}
    targets = {target["name"]: target for target in package["targets"] if target["type"] == "regular"}
    adaptors = {name for name, target in targets.items() if needs_trait(target, libraries)}
    modules = set()
    following = [
        target for product in package["products"] for target in product["targets"]
        if "library" in product["type"] and not product["name"].startswith("_")]
    while following:
        target = following.pop()
        if target in targets and target not in modules | INTERNAL_MODULES:
            modules.add(target)
            for dependency in targets[target]["dependencies"]:
                following.append(next(iter(dependency.values()))[0])
    if build is None:
        return sorted(modules - adaptors)
    return sorted(module for module in modules & adaptors if (build / f"Modules/{module}.swiftmodule").exists())


def extract(module, folder, build=BUILD):
    """Writes the symbol graphs of a module: its own, and one for each module whose types it extends.

    Returns their files. They contain public symbols only.
    """
    maps = [*pathlib.Path("Sources").glob("*/*/module.modulemap")]
    maps += pathlib.Path("Sources").glob("*/*/include/module.modulemap")
    maps += build.absolute().parent.glob("checkouts/*/Sources/*/include/module.modulemap")
    options = [option for path in sorted(maps) for option in ("-I", path.parent)]
    # Those that the build has made.
    options += [option for path in sorted(build.glob("*.build/module.modulemap"))
                for option in ("-Xcc", f"-fmodule-map-file={path}")]
    subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", module, "-I", build / "Modules", *options,
         "-minimum-access-level", "public", "-skip-synthesized-members", "-skip-inherited-docs",
         "-emit-extension-block-symbols", "-output-dir", folder],
        check=True)
    return sorted(pathlib.Path(folder).glob(f"{module}[.@]*"))
