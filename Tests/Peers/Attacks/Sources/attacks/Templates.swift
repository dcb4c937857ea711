import Foundation
import Mustache
import SluiceFuzz
import Stencil

/// A template may ask for any amount of work with numbers and ranges, so these are limited. The lists have one element,
/// so that nested loops do not multiply the work.
let stencil = ParserCheck { bytes in
  let template = try text(input(bytes))
  let excessive = /[0-9]{3}|\.\.\..*\.\.\./.dotMatchesNewlines()
  guard template.firstMatch(of: excessive) == nil else { throw Refused() }
  let loader = DictionaryLoader(templates: [
    "base": "<{% block body %}base{% endblock %}>", "part": "{{ name|upper }}",
  ])
  let context: [String: Any] = [
    "name": "Ann", "count": 2, "items": [["id": 1]], "map": ["key": "value"], "no": false, "empty": [Int](),
  ]
  return try Environment(loader: loader).renderTemplate(string: template, context: context)
}

let mustache = ParserCheck { bytes in
  let library = MustacheLibrary(templates: [
    "base": try MustacheTemplate(string: "<{{$body}}base{{/body}}>"),
    "part": try MustacheTemplate(string: "{{name}}"),
  ])
  let context: [String: Any] = [
    "name": "Ann & <Bob>", "items": [["id": 1]], "map": ["key": "value"], "no": false, "empty": [Int](),
  ]
  return try MustacheTemplate(string: text(input(bytes))).render(context, library: library)
}
