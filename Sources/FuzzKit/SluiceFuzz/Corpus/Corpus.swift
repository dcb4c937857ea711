/// The inputs of real formats that come with the package.
public enum Corpus {
  /// A format with inputs. The raw value is the name of its folder in `Corpus/portable`.
  public enum Format: String, CaseIterable, Sendable {
    /// The value of `Content-Disposition` ([RFC 6266](https://www.rfc-editor.org/rfc/rfc6266)).
    case contentDisposition = "content-disposition"
    /// A gzip file ([RFC 1952](https://www.rfc-editor.org/rfc/rfc1952)).
    case gzip
    /// A date of HTTP ([RFC 9110 §5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7)).
    case httpDate = "http-date"
    /// The head of a response ([RFC 9112](https://www.rfc-editor.org/rfc/rfc9112)).
    case httpHead = "http-head"
    /// A JSON document ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)).
    case json
    /// JSON documents, one in each line.
    case jsonLines = "json-lines"
    /// JSON documents after record separators ([RFC 7464](https://www.rfc-editor.org/rfc/rfc7464)).
    case jsonSequence = "json-sequence"
    /// The value of `Content-Type`, as the [MIME Sniffing standard](https://mimesniff.spec.whatwg.org) parses it.
    case mediaType = "media-type"
    /// A multipart body ([RFC 2046](https://www.rfc-editor.org/rfc/rfc2046)), such as a form.
    case multipart
    /// A binary property list.
    case propertyListBinary = "property-list-binary"
    /// A property list in XML.
    case propertyListXML = "property-list-xml"
    /// A query or a form ([application/x-www-form-urlencoded](https://url.spec.whatwg.org/#urlencoded-parsing)).
    case query
    /// Deflated data without a header ([RFC 1951](https://www.rfc-editor.org/rfc/rfc1951)).
    case rawDeflate = "raw-deflate"
    /// A stream of [server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html).
    case serverSentEvents = "server-sent-events"
    /// The value of `Set-Cookie` ([RFC 6265](https://www.rfc-editor.org/rfc/rfc6265)).
    case setCookie = "set-cookie"
    /// A URL.
    case url
    /// Deflated data with a header of zlib ([RFC 1950](https://www.rfc-editor.org/rfc/rfc1950)).
    case zlib
  }
}
