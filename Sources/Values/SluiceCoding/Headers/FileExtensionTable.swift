/// The media types of common file extensions.
///
/// The type of an extension is the one registered with IANA, or the name in common use if none is registered. Two
/// registered names are not used, because receivers know the older ones: `audio/vnd.wave` and `video/vnd.avi`.
/// Extensions that several common formats share are left out: `ts` is a video or TypeScript, `key` a presentation or
/// a secret key.
enum FileExtensionTable {
  /// The types by extension, in lower case.
  static let mediaTypes: [String: MediaType] = {
    var types: [String: MediaType] = [:]
    for row in rows.split(separator: "\n") {
      let words = row.split(separator: " ")
      guard let first = words.first, let type = try? MediaType(parsing: first) else { continue }
      for fileExtension in words.dropFirst() { types[String(fileExtension)] = type }
    }
    return types
  }()

  /// One line for each type: its name and its extensions.
  static let rows = """
    application/atom+xml atom
    application/cbor cbor
    application/dash+xml mpd
    application/dicom dcm
    application/epub+zip epub
    application/geo+json geojson
    application/gzip gz tgz
    application/java-archive jar
    application/json json
    application/ld+json jsonld
    application/manifest+json webmanifest
    application/mbox mbox
    application/msword doc
    application/octet-stream bin
    application/pdf pdf
    application/pem-certificate-chain pem
    application/pkcs12 p12 pfx
    application/pkcs7-mime p7c p7m
    application/pkcs7-signature p7s
    application/pkix-cert cer
    application/postscript ai eps ps
    application/rdf+xml rdf
    application/rtf rtf
    application/sql sql
    application/toml toml
    application/vnd.android.package-archive apk
    application/vnd.apache.arrow.file arrow
    application/vnd.apache.parquet parquet
    application/vnd.apple.mpegurl m3u8
    application/vnd.apple.numbers numbers
    application/vnd.apple.pages pages
    application/vnd.debian.binary-package deb
    application/vnd.google-earth.kml+xml kml
    application/vnd.google-earth.kmz kmz
    application/vnd.ms-excel xls xlt
    application/vnd.ms-excel.sheet.binary.macroenabled.12 xlsb
    application/vnd.ms-excel.sheet.macroenabled.12 xlsm
    application/vnd.ms-fontobject eot
    application/vnd.ms-outlook msg
    application/vnd.ms-powerpoint pps ppt
    application/vnd.ms-powerpoint.presentation.macroenabled.12 pptm
    application/vnd.ms-word.document.macroenabled.12 docm
    application/vnd.oasis.opendocument.formula odf
    application/vnd.oasis.opendocument.graphics odg
    application/vnd.oasis.opendocument.presentation odp
    application/vnd.oasis.opendocument.spreadsheet ods
    application/vnd.oasis.opendocument.text odt
    application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
    application/vnd.openxmlformats-officedocument.presentationml.slideshow ppsx
    application/vnd.openxmlformats-officedocument.presentationml.template potx
    application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
    application/vnd.openxmlformats-officedocument.spreadsheetml.template xltx
    application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
    application/vnd.openxmlformats-officedocument.wordprocessingml.template dotx
    application/vnd.rar rar
    application/vnd.sqlite3 sqlite sqlite3
    application/vnd.tcpdump.pcap pcap
    application/wasm wasm
    application/x-7z-compressed 7z
    application/x-apple-diskimage dmg
    application/x-bittorrent torrent
    application/x-bzip2 bz2
    application/x-iso9660-image iso
    application/x-ndjson jsonl ndjson
    application/x-plist plist
    application/x-rpm rpm
    application/x-sh sh
    application/x-subrip srt
    application/x-tar tar
    application/x-tex tex
    application/x-xz xz
    application/xhtml+xml xht xhtml
    application/xml xml xsd
    application/xml-dtd dtd
    application/xslt+xml xsl xslt
    application/yaml yaml yml
    application/zip zip
    application/zstd zst
    audio/aac aac adts
    audio/amr amr
    audio/basic au snd
    audio/flac flac
    audio/matroska mka
    audio/midi mid midi
    audio/mp4 m4a
    audio/mpeg mp2 mp3
    audio/ogg oga ogg opus spx
    audio/wav wav
    audio/webm weba
    audio/x-aiff aif aifc aiff
    audio/x-ms-wma wma
    font/collection ttc
    font/otf otf
    font/ttf ttf
    font/woff woff
    font/woff2 woff2
    image/apng apng
    image/avif avif
    image/bmp bmp
    image/gif gif
    image/heic heic
    image/heif heif
    image/jp2 jp2
    image/jpeg jpe jpeg jpg
    image/jxl jxl
    image/png png
    image/svg+xml svg
    image/tiff tif tiff
    image/vnd.adobe.photoshop psd
    image/vnd.djvu djv djvu
    image/vnd.dwg dwg
    image/vnd.dxf dxf
    image/vnd.microsoft.icon ico
    image/webp webp
    image/x-adobe-dng dng
    message/rfc822 eml mht mhtml
    model/3mf 3mf
    model/gltf+json gltf
    model/gltf-binary glb
    model/obj obj
    model/stl stl
    model/vnd.usdz+zip usdz
    text/calendar ics ifb
    text/css css
    text/csv csv
    text/html htm html
    text/javascript js mjs
    text/markdown markdown md
    text/plain log text txt
    text/tab-separated-values tsv
    text/turtle ttl
    text/vcard vcard vcf
    text/vtt vtt
    video/3gpp 3gp 3gpp
    video/3gpp2 3g2 3gpp2
    video/matroska mkv
    video/mp2t m2ts mts
    video/mp4 m4v mp4 mpg4
    video/mpeg mpe mpeg mpg
    video/ogg ogv
    video/quicktime mov qt
    video/webm webm
    video/x-flv flv
    video/x-ms-wmv wmv
    video/x-msvideo avi
    """
}

extension MediaType {
  /// Creates the media type of files with this extension, such as `pdf` or `PDF`, or `nil` if it is not a common one.
  ///
  /// - Parameter fileExtension: The extension without its dot, in any case.
  package init?(fileExtension: some StringProtocol) {
    guard let type = FileExtensionTable.mediaTypes[fileExtension.lowercased()] else { return nil }
    self = type
  }

  /// Creates the media type for the last extension of a file's name, or `nil` if it is missing or not a common one.
  ///
  /// A leading dot hides a file and does not start an extension: `.zip` has none.
  ///
  /// - Parameter fileName: The name of a file, or a path that ends with it.
  public init?(fileName: String) {
    let path = fileName.utf8
    let start = path.lastIndex(of: UInt8(ascii: "/")).map(path.index(after:)) ?? path.startIndex
    let name = path[start...].drop { $0 == UInt8(ascii: ".") }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(fileExtension: Substring(name[name.index(after: dot)...]))
  }
}
