/// A body with texts that are drawn at random when it is made, as the boundary of a form, or one that contains such
/// bodies.
///
/// Another process that makes the same body draws others. To continue what the first process began, it uses the texts
/// that the first one has drawn.
package protocol DrawingSource: BodySource {
  /// The texts in the order of the body.
  var drawnTexts: [String] { get }

  /// Returns the same body with other texts, which it removes from the start of `texts`. Without texts that fit, the
  /// body keeps its own.
  func drawing(_ texts: inout ArraySlice<String>) -> Self
}

extension BodySource {
  package var drawnTextsIfAny: [String] { (self as? any DrawingSource)?.drawnTexts ?? [] }

  package func drawingIfAny(_ texts: inout ArraySlice<String>) -> any BodySource {
    (self as? any DrawingSource)?.drawing(&texts) ?? self
  }
}
