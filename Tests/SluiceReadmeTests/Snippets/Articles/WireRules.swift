// The snippets of "Wire rules", formatted as there.
// swift-format-ignore-file

import Sluice

/// Returns the form of the article.
func wireRulesForm() throws -> MultipartForm {
  // Article
  let form = MultipartForm(boundary: try .init(parsing: "B")) {
    FormField("a\"b", "1\n2")
    FormFile("file", .text("x"), fileName: "c.txt")
  }
  // end
  return form
}
