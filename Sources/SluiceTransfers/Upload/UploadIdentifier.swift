internal import SluiceTransport

extension RequestURL {
  /// A text that identifies the upload to which the part at the URL belongs: scheme, host, port and path, and the
  /// store's identifier of the upload in the query, such as `uploadId` of S3.
  ///
  /// ```
  ///  https://bucket.example.com/key?partNumber=1&uploadId=u7&X-Amz-Signature=…
  ///  https://bucket.example.com:443/key?uploadId=u7
  /// ```
  ///
  /// Everything else in the query, such as a signature, may be another one when the upload is resumed.
  var uploadIdentifier: String {
    let query = target.dropFirst(path.count + 1)
    let identifiers = query.split(separator: "&").filter { pair in
      let name = pair.prefix { $0 != "=" }.lowercased().filter { $0 != "-" && $0 != "_" }
      return ["uploadid", "upload"].contains(name)
    }
    return "\(origin)\(path)?\(identifiers.joined(separator: "&"))"
  }
}
