import SluiceBody
import SluiceMultipart

extension FuzzTarget {
  /// The async reader, which must tell what the parser tells, whatever is done with its parts; and forms as types.
  ///
  /// Bytes 0 to 3 are ``MultipartOptions``, byte 4 is the splitter's seed, byte 5 what is done with each part, two bits in
  /// turn, byte 6 the form decoder's limits; the body follows.
  static let multipartReader = FuzzTarget("multipart-reader") { input in
    let options = try MultipartOptions(from: &input)
    let splitter = Splitter(seed: input.byte())
    let uses = input.byte()
    let formLimits = FormLimits(rawValue: input.byte())
    let body = input.rest()
    input.announcedWork = 2 * body.count

    let contentType = MultipartForm(boundary: options.boundary).contentType ?? ""
    let parser = try MultipartParser(
      contentType: contentType, limits: options.limits, accepting: options.leniencies)
    let wanted = try MultipartTranscript(parser, of: body, cutBy: splitter)
    let reader = try MultipartReader(
      ChunkSequence(body, cutBy: splitter), contentType: contentType, limits: options.limits,
      accepting: options.leniencies)
    try CallerExecutor.run { try await MultipartReading(uses).check(reader, wanted) }
    try CallerExecutor.run { try await formLimits.check(reader, wanted) }
  }
}
