import Glibc

/// How much is left of the calling thread's stack.
///
/// `Codable` recurses through the caller's types, whose frames have no known size, so no count of levels can
/// keep a small stack from overflowing and leave a large one of use. This looks at the stack itself.
struct StackRoom {
  /// Left for the frames that the next look does not see, the caller's among them.
  private static let reserve: UInt = 128 * 1024

  /// What is used at most where the thread's bounds are not known, as on a fiber's stack.
  private static let allowance: UInt = 128 * 1024

  private let lowest: UInt

  /// Learns the calling thread's bounds. For the main thread that reads a file, so the answer should be kept.
  init() {
    let here = Self.currentAddress()
    if let bounds = Self.bounds(), bounds.contains(here) {
      lowest = bounds.lowerBound + Self.reserve
    } else {
      lowest = here - Self.allowance
    }
  }

  /// Whether the stack is about to be used up.
  var isShort: Bool { Self.currentAddress() < lowest }

  /// An address in the current frame. It is compared, never followed.
  @inline(never)
  private static func currentAddress() -> UInt {
    var local: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
  }

  private static func bounds() -> Range<UInt>? {
    var attributes = pthread_attr_t()
    guard let getAttributes = unsafe getAttributes,
      unsafe getAttributes(pthread_self(), &attributes) == 0
    else { return nil }
    // They are filled in by now, and hold memory.
    defer { unsafe pthread_attr_destroy(&attributes) }
    var bottom: UnsafeMutableRawPointer?
    var size = 0
    guard unsafe pthread_attr_getstack(&attributes, &bottom, &size) == 0 else { return nil }
    let (top, overflow) = UInt(bitPattern: bottom).addingReportingOverflow(UInt(bitPattern: size))
    return overflow ? nil : UInt(bitPattern: bottom)..<top
  }

  private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

  /// `pthread_getattr_np`, a GNU extension, which Swift's import of the C library leaves out. The cast gives
  /// it the type that its manual page declares.
  private static let getAttributes = unsafe unsafeBitCast(
    dlsym(nil, "pthread_getattr_np"), to: GetAttributes?.self)
}
