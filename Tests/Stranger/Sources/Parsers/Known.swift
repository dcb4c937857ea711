/// A mistake that is known, and not mended: two tildes are a trap. It must not hide the others.
public enum Known {
  /// Traps if the bytes have two tildes in a row.
  public static func check(_ bytes: [UInt8]) {
    for (byte, next) in zip(bytes, bytes.dropFirst()) where byte == UInt8(ascii: "~") {
      precondition(next != byte, "two tildes")
    }
  }
}
