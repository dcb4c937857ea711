internal import CCurl
internal import SluiceBody

extension CurlEasy {
  /// The number of the system error that caused the failure; 0 if there is none.
  var systemError: Int { number(CURLINFO_OS_ERRNO) }

  /// The status of the proxy's response to CONNECT; 0 if there is none.
  var proxyStatus: Int { number(CURLINFO_HTTP_CONNECTCODE) }

  /// The status of a proxy's response to CONNECT that asks for the request again, or `nil` if there is none.
  var refusingProxyStatus: Int? { proxyStatus == 407 ? 407 : nil }

  /// The measurements of the exchange so far.
  var metrics: TransferMetrics {
    var metrics = TransferMetrics()
    metrics.nameLookup = .microseconds(offset(CURLINFO_NAMELOOKUP_TIME_T))
    metrics.connect = .microseconds(offset(CURLINFO_CONNECT_TIME_T))
    metrics.tls = .microseconds(offset(CURLINFO_APPCONNECT_TIME_T))
    metrics.firstByte = .microseconds(offset(CURLINFO_STARTTRANSFER_TIME_T))
    metrics.total = .microseconds(offset(CURLINFO_TOTAL_TIME_T))
    metrics.sentBodyByteCount = offset(CURLINFO_SIZE_UPLOAD_T)
    metrics.receivedBodyByteCount = offset(CURLINFO_SIZE_DOWNLOAD_T)
    // BOUNDED: these bytes were moved.
    metrics.sentByteCount = Int64(number(CURLINFO_REQUEST_SIZE)) + metrics.sentBodyByteCount
    // BOUNDED: these bytes were moved.
    metrics.receivedByteCount = Int64(number(CURLINFO_HEADER_SIZE)) + metrics.receivedBodyByteCount
    metrics.isConnectionReused = metrics.receivedByteCount > 0 && number(CURLINFO_NUM_CONNECTS) == 0
    metrics.networkProtocol =
      switch number(CURLINFO_HTTP_VERSION) {
      case SLUICE_CURL_HTTP_VERSION_1_0: "http/1.0"
      case SLUICE_CURL_HTTP_VERSION_1_1: "http/1.1"
      case SLUICE_CURL_HTTP_VERSION_2_0: "h2"
      case SLUICE_CURL_HTTP_VERSION_3: "h3"
      default: nil
      }
    return metrics
  }

  /// Whether the exchange used HTTP/2 or HTTP/3, where exchanges share a connection.
  var isMultiplexed: Bool {
    [SLUICE_CURL_HTTP_VERSION_2_0, SLUICE_CURL_HTTP_VERSION_3].contains(number(CURLINFO_HTTP_VERSION))
  }

  /// Whether a response has arrived over HTTP/1.0 or 1.1, where an exchange has the connection for itself.
  var isHTTP1: Bool {
    [SLUICE_CURL_HTTP_VERSION_1_0, SLUICE_CURL_HTTP_VERSION_1_1].contains(number(CURLINFO_HTTP_VERSION))
  }

  /// The number of bytes of the response's body that have been received. Some versions count the framing of chunks.
  var receivedBodyByteCount: Int64 { offset(CURLINFO_SIZE_DOWNLOAD_T) }
  /// The number of bytes of the request's body that have been passed to the connection, with the framing of chunks.
  var sentBodyByteCount: Int64 { offset(CURLINFO_SIZE_UPLOAD_T) }
}
