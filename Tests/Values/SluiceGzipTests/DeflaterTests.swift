import FoundationEssentials
import Glibc
import SluiceGzip
import SluiceTestSupport
import Testing

/// Compression, read back by this library and by Python.
@Suite(.timeLimit(.minutes(5))) struct DeflaterTests {
  @Test(arguments: DeflateFormat.allCases) func `compressed bytes decompress to the original`(
    format: DeflateFormat
  ) throws {
    for (name, bytes) in samples {
      for level in 0...9 {
        let compressed = try Deflater.bytes(bytes, format, level: level)
        #expect(try Inflater.bytes(compressed, Inflater.Format(format)) == bytes, "\(name), level \(level)")
        if level > 0, name == "zeros" { #expect(compressed.count < 2_000) }
      }
    }
  }

  @Test(arguments: [0, 1, 6, 9]) func `the output does not depend on how the input is cut`(level: Int) throws
  {
    for (name, bytes) in samples {
      let whole = try Deflater.bytes(bytes, level: level)
      for step in [1, 7, 1_000, 65_536] {
        #expect(try Deflater.bytes(bytes, level: level, step: step) == whole, "\(name), \(step)")
      }
      // Nor does it depend on the room for output.
      let deflater = try Deflater(level: level)
      var narrow: [UInt8] = []
      var none = OutputSpan<UInt8>()
      var offset = deflater.deflate(bytes.span, into: &none)
      while offset < bytes.count {
        narrow.append(addingCapacity: 3) {
          offset += deflater.deflate(bytes.span.extracting(offset...), into: &$0)
        }
      }
      var isDone = false
      while !isDone { narrow.append(addingCapacity: 1) { isDone = deflater.finish(into: &$0) } }
      #expect(narrow == whole, "\(name)")
      #expect(deflater.consumedByteCount == bytes.count && deflater.producedByteCount == whole.count)
    }
  }

  @Test(arguments: [0, 6]) func `bytes that the output already has are not counted`(level: Int) throws {
    let deflater = try Deflater(level: level)
    let output = [UInt8](capacity: 1_000) { output in
      for byte in 0..<10 as Range<UInt8> { output.append(byte) }
      let consumedByteCount = deflater.deflate(sampleBytes(300).span, into: &output)
      #expect(consumedByteCount == 300 && deflater.producedByteCount == output.count - 10)
      let isDone = deflater.finish(into: &output)
      #expect(isDone)
    }
    #expect(deflater.producedByteCount == output.count - 10)
    #expect(try Array(output.dropFirst(10)) == Deflater.bytes(sampleBytes(300), level: level))
  }

  @Test(arguments: [0, 6]) func `input is left over only if the output is full`(level: Int) throws {
    let bytes = sampleBytes(200_000)
    let deflater = try Deflater(level: level)
    let output = [UInt8](capacity: 300_000) {
      let consumedByteCount = deflater.deflate(bytes.span, into: &$0)
      let isDone = deflater.finish(into: &$0)
      #expect(consumedByteCount == bytes.count && isDone)
    }
    #expect(try Inflater.bytes(output) == bytes)
  }

  /// Without the trap it would loop forever, because zlib takes no more input.
  @Test(.timeLimit(.minutes(1))) func `bytes appended after the end are a programming error`() async {
    // A closure that captures the level needs Swift 6.3.
    await #expect(processExitsWith: .failure) { try DeflaterTests.appendAfterEnd(level: 0) }
    await #expect(processExitsWith: .failure) { try DeflaterTests.appendAfterEnd(level: 6) }
  }

  private static func appendAfterEnd(level: Int) throws {
    let deflater = try Deflater(level: level)
    var output: [UInt8] = []
    deflater.finish(to: &output)
    deflater.finish(to: &output)
    // No backtrace is printed.
    for number in [SIGILL, SIGTRAP] { signal(number, SIG_DFL) }
    deflater.append([1].span, to: &output)
  }

  @Test func `a gzip header has neither time nor name`() throws {
    // RFC 1952 §2.3: magic, method, no flags, no time, no extra flags at level 4, Unix.
    #expect(try Deflater.bytes([1]).prefix(10) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
  }

  @Test(arguments: [-1, 10, .max, .min]) func `a level outside 0 to 9 is an error`(level: Int) {
    let error = #expect(throws: GzipError.self) { try Deflater(level: level) }
    #expect(error?.code == .invalidLevel && error?.byteOffset == 0)
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled), arguments: DeflateFormat.allCases)
  func `Python decompresses every format to the original`(format: DeflateFormat) throws {
    let windowBits = [DeflateFormat.gzip: 31, .zlib: 15, .raw: -15][format] ?? 0
    let outputs: [Data] = try ScriptOracle.python3.run(
      """
      import base64, gzip, json, zlib
      def decompressed(text):
          data = base64.b64decode(text)
          decompressor = zlib.decompressobj(\(windowBits))
          output = decompressor.decompress(data) + decompressor.flush()
          assert decompressor.eof and not decompressor.unused_data
          if \(windowBits) == 31: assert gzip.decompress(data) == output
          return base64.b64encode(output).decode()
      print(json.dumps([decompressed(text) for text in input]))
      """, input: samples.map { Data(try Deflater.bytes($0.bytes, format, step: 5_000)) })
    #expect(outputs.count == samples.count)
    for ((name, bytes), output) in zip(samples, outputs) { #expect(Array(output) == bytes, "\(name)") }
  }
}

extension Inflater.Format {
  init(_ format: DeflateFormat) {
    switch format {
    case .gzip: self = .gzip
    case .zlib: self = .deflate
    case .raw: self = .raw
    }
  }
}
