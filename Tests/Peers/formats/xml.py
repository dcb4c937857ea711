"""Two independent XML parsers that check the documents of the format `xml`: expat and libxml2."""

import xml.parsers.expat

from . import CPYTHON, distribution

VERSIONS = {
    "expat": lambda: f"{CPYTHON()}, {xml.parsers.expat.EXPAT_VERSION.replace('_', ' ')}",
    "libxml2": distribution("lxml", "lxml"),
}


def _append(element, child):
    """Appends a child to an element, and merges adjacent text."""
    if isinstance(child, str):
        if not child:
            return
        if len(element) > 2 and isinstance(element[-1], str):
            element[-1] += child
            return
    element.append(child)


def expat(data):
    """Parses with the expat of Python, without namespaces. External entities are not read."""
    root = [None, {}]
    stack = [root]
    skipped = []

    def start(name, attributes):
        element = [name, attributes]
        stack[-1].append(element)
        stack.append(element)

    def external(context, base, system_id, public_id):
        if context is not None:  # None for the external subset, whose absence changes nothing here
            skipped.append(context)
        return 1

    parser = xml.parsers.expat.ParserCreate()
    parser.SetParamEntityParsing(xml.parsers.expat.XML_PARAM_ENTITY_PARSING_ALWAYS)
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: stack.pop()
    parser.CharacterDataHandler = lambda text: _append(stack[-1], text)
    parser.SkippedEntityHandler = lambda name, is_parameter: skipped.append(name)
    parser.ExternalEntityRefHandler = external
    try:
        parser.Parse(data, True)
    except (xml.parsers.expat.ExpatError, ValueError, LookupError) as error:
        raise ValueError(str(error)) from error
    return None if skipped else root[2]


def _name(tag, prefixes):
    """Returns a name as it was written: its prefix and its local name."""
    if not tag.startswith("{"):
        return tag
    uri, local = tag[1:].split("}", 1)
    if uri == "http://www.w3.org/XML/1998/namespace":
        return "xml:" + local
    for prefix, value in prefixes.items():
        if value == uri and prefix is not None:
            return prefix + ":" + local
    return local


def libxml2(data):
    """Parses with libxml2. The parser resolves entities, has no network, and does not recover."""
    from lxml import etree

    class NoFiles(etree.Resolver):
        def resolve(self, url, public_id, context):
            raise etree.LxmlError("external entities are not read")

    unread = []

    def convert(node, outer):
        prefixes = dict(node.nsmap)
        element = [(node.prefix + ":" if node.prefix else "") + etree.QName(node).localname, {}]
        for prefix, uri in prefixes.items():
            if outer.get(prefix) != uri:
                element[1]["xmlns:" + prefix if prefix else "xmlns"] = uri
        for name, value in node.attrib.items():
            element[1][_name(name, prefixes)] = value
        _append(element, node.text or "")
        for child in node:
            if child.tag is etree.Entity:
                unread.append(child.name)
            elif isinstance(child.tag, str):
                _append(element, convert(child, prefixes))
            _append(element, child.tail or "")
        return element

    parser = etree.XMLParser(resolve_entities=True, no_network=True, recover=False, load_dtd=False,
                             attribute_defaults=True, huge_tree=False)
    parser.resolvers.add(NoFiles())
    try:
        value = convert(etree.fromstring(data, parser), {})
    except (etree.LxmlError, ValueError) as error:
        raise ValueError(str(error)) from error
    return None if unread else value


PARSERS = {"expat": expat, "libxml2": libxml2}

DIFFERENCES = {
    ("expat", "declaration-version-2-0"): "expat does not check the version number against production 26 of §2.8.",
    ("expat", "name-fifth-edition"): "expat has the name characters of the Fourth Edition, not those of §2.3 in the Fifth.",
}
