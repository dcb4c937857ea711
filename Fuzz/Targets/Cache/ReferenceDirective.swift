/// A directive of a `Cache-Control` field (RFC 9111 §5.2), read byte by byte.
struct ReferenceDirective {
  /// 2³¹ seconds, which stand for any larger number (RFC 9111 §1.2.2).
  static let longest: Int64 = 2_147_483_648

  private(set) var name = ""
  private(set) var argument: String?
  private(set) var isWellFormed = true

  /// The argument as a number, or `nil` if it is anything else.
  var seconds: Int64? {
    guard isWellFormed, let argument, !argument.isEmpty else { return nil }
    var number: Int64 = 0
    for digit in argument.utf8 {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = min(number * 10 + Int64(digit - 0x30), Self.longest)
    }
    return number
  }

  /// The tokens of the argument, in lower case.
  var names: [String] {
    (argument ?? "").split { $0 == " " || $0 == "\t" || $0 == "," }.map { $0.lowercased() }
      .filter { $0.utf8.allSatisfy(Self.isToken) }
  }

  private enum State { case blank, name, start, token, quoted, escaped, rest }

  /// Returns the directives in the value of a field.
  static func all(in value: [UInt8]) -> [ReferenceDirective] {
    var directives: [ReferenceDirective] = []
    var (state, name, argument) = (State.blank, [UInt8](), [UInt8]?.none)
    var isWellFormed = true
    func end() -> ReferenceDirective {
      ReferenceDirective(
        name: String(decoding: name, as: UTF8.self).lowercased(),
        argument: argument.map { String(decoding: $0, as: UTF8.self) },
        isWellFormed: isWellFormed && !name.isEmpty)
    }
    for byte in value {
      let isBlank = byte == 0x20 || byte == 0x09
      switch state {
      case .blank where isBlank || byte == 0x2C: continue
      case .quoted where byte == 0x22: state = .rest
      case .quoted where byte == 0x5C: state = .escaped
      case .quoted: argument?.append(byte)
      case .escaped:
        argument?.append(byte)
        state = .quoted
      case .blank, .name, .start, .token, .rest:
        if byte == 0x2C {
          directives.append(end())
          (state, name, argument, isWellFormed) = (.blank, [], nil, true)
        } else if (state == .blank || state == .name) && isToken(byte) {
          name.append(byte)
          state = .name
        } else if (state == .blank || state == .name) && byte == 0x3D {
          argument = []
          state = .start
        } else if state == .start && byte == 0x22 {
          state = .quoted
        } else if (state == .start || state == .token) && isToken(byte) {
          argument?.append(byte)
          state = .token
        } else {
          isWellFormed = isWellFormed && isBlank
          state = .rest
        }
      }
    }
    if state == .escaped { argument?.append(0x5C) }
    if state == .quoted || state == .escaped { isWellFormed = false }
    if state != .blank { directives.append(end()) }
    return directives
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true
    default: false
    }
  }
}
