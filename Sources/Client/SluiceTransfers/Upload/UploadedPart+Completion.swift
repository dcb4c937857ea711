internal import HTTPTypes
internal import SluiceBody
public import SluiceSerialization

extension RequestSerializer<[UploadedPart]> {
  /// A serializer that writes the list of parts as the XML of S3's
  /// [CompleteMultipartUpload](https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html).
  ///
  /// ```xml
  /// <CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  ///   <Part><PartNumber>1</PartNumber><ETag>"b54357faf0632cce46e942fa68356b38"</ETag></Part>
  /// </CompleteMultipartUpload>
  /// ```
  ///
  /// A part without an ETag has no element for it. Checksums with CRC-32, CRC-32C, SHA-1 and SHA-256 that the store has
  /// sent are added.
  public static var completeMultipartUpload: RequestSerializer {
    RequestSerializer { parts, request in
      let namespace = "http://s3.amazonaws.com/doc/2006-03-01/"
      let elements = parts.map(\.completionElement).joined()
      request.setBody(
        BytesSource(
          Array(
            "<CompleteMultipartUpload xmlns=\"\(namespace)\">\(elements)</CompleteMultipartUpload>"
              .utf8)), contentType: "application/xml")
    }
  }
}

extension UploadedPart {
  fileprivate var completionElement: String {
    var content = "<PartNumber>\(number)</PartNumber>"
    if let etag { content += "<ETag>\(etag.escapedForXML)</ETag>" }
    for algorithm in ["CRC32", "CRC32C", "SHA1", "SHA256"] {
      let name = HTTPField.Name("x-amz-checksum-\(algorithm.lowercased())")
      if let checksum = name.flatMap({ fields[$0] }) {
        content += "<Checksum\(algorithm)>\(checksum.escapedForXML)</Checksum\(algorithm)>"
      }
    }
    return "<Part>\(content)</Part>"
  }
}

extension String {
  /// The text with the references that an element's content needs. Field values have no control characters but tabs.
  fileprivate var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
