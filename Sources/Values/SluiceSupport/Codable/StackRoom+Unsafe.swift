import Glibc
internal import Synchronization

/// The room that is left on the calling thread's stack.
///
/// `Codable` recurses through the caller's types, whose frames have no known size. A limit on the number of levels
/// would either let a small stack overflow or leave most of a large one unused, so this type checks the stack itself.
struct StackRoom {
  /// The number of bytes to keep for frames that the next check does not see, including the caller's.
  private static let reserve: UInt = 128 * 1024

  /// The number of bytes that may be used if the thread's bounds are unknown, as on the stack of a fiber.
  private static let allowance: UInt = 128 * 1024

  private let lowest: UInt

  /// Determines the calling thread's bounds.
  init() {
    let here = Self.currentAddress()
    if let bounds = Self.bounds(), bounds.contains(here) {
      lowest = bounds.lowerBound + Self.reserve
    } else {
      lowest = here - Self.allowance
    }
  }

  /// Whether the stack is nearly used up.
  var isShort: Bool { Self.currentAddress() < lowest }

  /// Returns an address in the current frame.
  @inline(never)
  private static func currentAddress() -> UInt {
    var local: UInt8 = 0
    // SAFETY: the address is only compared, never dereferenced.
    return unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
  }

  /// The addresses of the main thread's stack, and the limit of its size that they depend on.
  private static let mainStack = Mutex<(limit: rlim_t, addresses: Range<UInt>)?>(nil)

  /// Returns the addresses of the calling thread's stack, or `nil` if they are unknown.
  ///
  /// glibc reads `/proc/self/maps` for the main thread, which takes longer than to encode a small value. The addresses
  /// change only with the limit. Without a limit, they also depend on the mappings below the stack.
  private static func bounds() -> Range<UInt>? {
    var limit = rlimit()
    // SAFETY: the function writes to the local variable, and keeps no pointer to it.
    guard getThread?() == getpid(),
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0, limit.rlim_cur != .max
    else { return attributedBounds() }
    return mainStack.withLock { known in
      if let known, known.limit == limit.rlim_cur { return known.addresses }
      known = attributedBounds().map { (limit.rlim_cur, $0) }
      return known?.addresses
    }
  }

  private static func attributedBounds() -> Range<UInt>? {
    var attributes = pthread_attr_t()
    // SAFETY: the functions write to the local variables that they receive and keep no pointer to them. The
    // attributes are read and destroyed only after `pthread_getattr_np` has initialized them.
    guard let getAttributes = unsafe getAttributes,
      unsafe getAttributes(pthread_self(), &attributes) == 0
    else { return nil }
    // The attributes own memory.
    defer { unsafe pthread_attr_destroy(&attributes) }
    var bottom: UnsafeMutableRawPointer?
    var size = 0
    guard unsafe pthread_attr_getstack(&attributes, &bottom, &size) == 0 else { return nil }
    let (top, overflow) = UInt(bitPattern: bottom).addingReportingOverflow(UInt(bitPattern: size))
    return overflow ? nil : UInt(bitPattern: bottom)..<top
  }

  // SAFETY: This is the type that the manual page declares.
  private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

  /// The function `pthread_getattr_np`, a GNU extension that Swift's import of the C library leaves out.
  ///
  /// SAFETY: The cast is to the type that the manual page declares, and a missing symbol becomes `nil`.
  private static let getAttributes = unsafe unsafeBitCast(
    dlsym(nil, "pthread_getattr_np"), to: GetAttributes?.self)

  private typealias GetThread = @convention(c) () -> pid_t

  /// The function `gettid`, likewise.
  ///
  /// SAFETY: As for ``getAttributes``.
  private static let getThread = unsafe unsafeBitCast(dlsym(nil, "gettid"), to: GetThread?.self)
}
