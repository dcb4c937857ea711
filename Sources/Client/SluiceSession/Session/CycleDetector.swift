/// Detects that each text of a sequence leads back to an earlier one, in constant memory (Brent's algorithm).
///
/// Each text is compared with a marked one. The 1st, 3rd, 7th, 15th, … text becomes the marked one:
///
/// ```
///  text      A   B   C   D   B   C
///  marked    A   A   A   C   C   C
///                    C           └── found
/// ```
///
/// A cycle is found before three times as many texts have been read as there are different ones.
package struct CycleDetector: Sendable {
  private var marked: String?
  private var countSinceMark = 0
  private var nextMark = 1

  package init() {}

  /// Notes the next text.
  ///
  /// - Returns: Whether it is known to be an earlier one.
  package mutating func hasSeen(_ text: String) -> Bool {
    if text == marked { return true }
    countSinceMark += 1
    if countSinceMark == nextMark {
      marked = text
      countSinceMark = 0
      nextMark *= 2
    }
    return false
  }
}
