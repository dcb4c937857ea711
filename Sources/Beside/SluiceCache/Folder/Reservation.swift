internal import SluiceBody

/// The bytes of a body that is being written, until this object is released.
///
/// All bodies that a process writes at a time are at most as large as all entries may be, so that servers cannot fill
/// the disk with bodies that do not end.
final class Reservation: Sendable {
  private let all: Lock<Int64>
  private let own = Lock<Int64>(0)
  private let limit: Int64

  /// - Parameters:
  ///   - all: The number of bytes of all bodies.
  ///   - limit: The maximum of it.
  init(in all: Lock<Int64>, upTo limit: Int64) {
    self.all = all
    self.limit = limit
  }

  deinit {
    let count = own.withLock { $0 }
    all.withLock { $0 -= count }
  }

  /// Changes the number of bytes of the body.
  ///
  /// - Returns: `false` if it is too large for the limit, and stays.
  func grow(to byteCount: Int64) -> Bool {
    own.withLock { own in
      let added = byteCount - own
      let fits = all.withLock { all in
        guard added <= limit - all else { return false }
        all += added
        return true
      }
      if fits { own = byteCount }
      return fits
    }
  }
}
