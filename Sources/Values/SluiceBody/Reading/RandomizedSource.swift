/// A body with texts that are chosen at random when it is made, such as the boundary of a form, or a body that contains
/// such bodies.
///
/// The same body made in another process has other texts. To continue an upload that an earlier process has started,
/// it gets the texts of that process.
package protocol RandomizedSource: BodySource {
  /// The texts, in the order of the body.
  var randomTexts: [String] { get }

  /// Returns the same body with the first texts of `texts`, which are removed there. The body keeps its own texts if
  /// those do not fit.
  func withRandomTexts(_ texts: inout ArraySlice<String>) -> Self
}

extension BodySource {
  package var randomTextsIfAny: [String] { (self as? any RandomizedSource)?.randomTexts ?? [] }

  package func withRandomTextsIfAny(_ texts: inout ArraySlice<String>) -> any BodySource {
    (self as? any RandomizedSource)?.withRandomTexts(&texts) ?? self
  }
}
