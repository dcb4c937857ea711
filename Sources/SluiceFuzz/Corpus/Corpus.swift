/// The inputs of real formats that come with the package.
public enum Corpus {
  /// A format with inputs. The raw value is the name of its folder in `Corpus/portable`.
  public enum Format: String, CaseIterable, Sendable {
    case contentDisposition = "content-disposition"
    case gzip
    case httpDate = "http-date"
    case httpHead = "http-head"
    case json
    case jsonLines = "json-lines"
    case jsonSequence = "json-sequence"
    case mediaType = "media-type"
    case multipart
    case propertyListBinary = "property-list-binary"
    case propertyListXML = "property-list-xml"
    case query
    case rawDeflate = "raw-deflate"
    case serverSentEvents = "server-sent-events"
    case setCookie = "set-cookie"
    case url
    case zlib
  }
}
