import Glibc

/// A file with the running input, for a target that ends or stops the process, so that libFuzzer saves nothing.
///
/// The file is mapped into memory, so that a record costs no more than a copy of the bytes. It has the number of bytes
/// and one, or 0 if no input is running, and the input:
///
/// ```
/// 03 00 00 00 00 00 00 00  7b 78     {x
/// ```
struct RunningRecord {
  private static let headByteCount = 8

  /// The address of the memory, which stays mapped.
  private let address: UInt
  private let capacity: Int

  /// Creates the file. The result is `nil` if the system refuses it, since a record is only a help.
  ///
  /// - Parameter capacity: The maximum number of bytes of an input that is recorded.
  init?(path: String, capacity: Int) {
    // SAFETY: The call reads the path during the call.
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let count = Self.headByteCount + capacity
    guard ftruncate(descriptor, count) == 0,
      // SAFETY: The system selects the address, and the file has `count` bytes.
      let start = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      unsafe start != MAP_FAILED
    else { return nil }
    address = UInt(bitPattern: start)
    self.capacity = capacity
  }

  /// Records an input, unless it is longer than the capacity.
  func record(_ bytes: [UInt8]) {
    // SAFETY: The memory has the head and `capacity` bytes, and is never unmapped.
    guard bytes.count <= capacity, let start = unsafe UnsafeMutableRawPointer(bitPattern: address) else {
      return
    }
    unsafe bytes.withUnsafeBytes { source in
      if let base = source.baseAddress {
        unsafe (start + Self.headByteCount).copyMemory(from: base, byteCount: source.count)
      }
    }
    unsafe start.storeBytes(of: UInt64(bytes.count + 1), as: UInt64.self)
  }

  /// Records that no input is running.
  func clear() {
    // SAFETY: The memory has the head, and is never unmapped.
    unsafe UnsafeMutableRawPointer(bitPattern: address)?.storeBytes(of: 0, as: UInt64.self)
  }

  /// Returns the input of a file, or `nil` if no input was running.
  static func input(of file: String) -> [UInt8]? {
    guard let bytes = try? content(of: file), bytes.count >= headByteCount else { return nil }
    let number = bytes.prefix(headByteCount).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard number > 0, number - 1 <= UInt64(bytes.count - headByteCount) else { return nil }
    return Array(bytes.dropFirst(headByteCount).prefix(Int(number - 1)))
  }
}
