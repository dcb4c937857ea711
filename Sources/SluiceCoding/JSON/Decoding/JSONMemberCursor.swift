/// Where in an object the next key is expected: types ask for their keys in the order they were written in,
/// mostly.
///
/// It is one for all objects: whoever reads a value within a member puts it back afterwards.
struct JSONMemberCursor {
  /// The object it is for.
  var object = JSONReader.absent
  /// The key after the one that was found last.
  var next = 0
  /// The key that was found last.
  var last = JSONReader.absent
  /// A bit for each key before `next`. A key whose bit is not there stands nowhere before.
  var passed: UInt64 = 0

  init() {}

  init(object: Int) {
    self.object = object
    next = object + 1
  }
}
