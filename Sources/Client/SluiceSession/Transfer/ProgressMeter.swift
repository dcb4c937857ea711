internal import Glibc
internal import SluiceBody
internal import SluiceTransport

/// The progress of a call, made of what its exchanges count.
///
/// For a download that is resumed after 500 of 2,000 bytes:
///
/// ```
///                                                        attempt  received  of
///  begin()
///  update(received 0)      the head of a redirect           1         0    nil
///  begin()
///  update(received 300)    the bytes may be useless         2         0    nil
///  beginFile(after: 500)   they belong to the file          2       800    2000
///  update(received 900)                                     2      1400    2000
///  update(received 600)    reported late                    2      1400    2000
///  begin()                                                  3         0    nil
/// ```
struct ProgressMeter {
  private let isDownload: Bool
  private var attempt = 0
  /// The counts of the attempt.
  private var counts = TransferProgress.zero
  /// Whether the response's body belongs to the file of a download.
  private var hasFile = false
  /// The number of bytes of the file that an earlier download has left.
  private var earlier: Int64 = 0
  /// The size of the whole file, or `nil` unless the download is resumed.
  private var fileByteCount: Int64?
  /// The number of bytes before the part of a larger body that the requests send, and the size of the whole, or `nil`
  /// if they send whole bodies.
  private var body: (earlier: Int64, byteCount: Int64?)?
  private var rate = SmoothedRate()
  /// The progress of the file before the attempt, or `nil` if it had not begun.
  private var previous: TransferProgress?
  /// The request's body of the attempt, if it consists of parts.
  private var form: (any PartedSource)?

  init(isDownload: Bool = false) { self.isDownload = isDownload }

  /// Whether a download has not begun to receive its file.
  var awaitsFile: Bool { isDownload && !hasFile }

  /// Begins an attempt to send `body`.
  mutating func begin(sending body: (any BodySource)? = nil) {
    form = body?._concrete as? any PartedSource
    restart()
  }

  /// Begins an attempt to send the same body.
  ///
  /// A request of an upload that sends the body from an offset on counts as an attempt only if it sends bytes
  /// again. Others are questions about the upload, or continue it.
  mutating func restart() {
    if hasFile { previous = progress }
    let isFirst = attempt == 0
    if isFirst || body == nil || counts.sentBodyByteCount > 0 { attempt += 1 }
    if isFirst { return }
    counts = TransferProgress.zero
    (hasFile, earlier, fileByteCount) = (false, 0, nil)
    rate.interrupt()
  }

  /// Notes that a suspended transfer has been resumed.
  mutating func resume() { rate.interrupt() }

  /// Notes that the response's body belongs to the file of a download.
  ///
  /// - Parameters:
  ///   - earlier: The number of bytes that an earlier download has left.
  ///   - byteCount: The size of the whole file in bytes, or `nil` for that of the response's body.
  ///   - time: The time.
  mutating func beginFile(after earlier: Int64, of byteCount: Int64?, at time: MonotonicInstant) {
    (hasFile, self.earlier, fileByteCount) = (true, earlier, byteCount)
    measureRate(at: time)
  }

  /// Notes that the attempts from the next one on send a body from an offset on.
  ///
  /// - Parameters:
  ///   - earlier: The number of bytes before.
  ///   - byteCount: The size of the whole body in bytes, or `nil` if unknown.
  mutating func beginBody(after earlier: Int64, of byteCount: Int64?) {
    if let body, earlier < Int64.sum(body.earlier, counts.sentBodyByteCount) ?? .max { attempt += 1 }
    body = (earlier, byteCount)
    counts.sentBodyByteCount = 0
  }

  /// Updates the counts of the attempt at a time. A count that is less than an earlier one is ignored.
  mutating func update(_ new: TransferProgress, at time: MonotonicInstant) {
    counts.sentBodyByteCount = max(counts.sentBodyByteCount, new.sentBodyByteCount)
    counts.requestBodyByteCount = new.requestBodyByteCount
    counts.receivedBodyByteCount = max(counts.receivedBodyByteCount, new.receivedBodyByteCount)
    counts.responseBodyByteCount = new.responseBodyByteCount
    counts.decodedByteCount = max(counts.decodedByteCount, new.decodedByteCount)
    counts.sourceTime = later(counts.sourceTime, new.sourceTime)
    counts.networkTime = later(counts.networkTime, new.networkTime)
    measureRate(at: time)
  }

  /// Notes the decoded bytes of the response's body that the reader has received. All other counts are final.
  mutating func didDecode(_ byteCount: Int64) {
    counts.decodedByteCount = max(counts.decodedByteCount, byteCount)
  }

  private func later(_ time: Duration?, _ other: Duration?) -> Duration? {
    guard let time, let other else { return time ?? other }
    return max(time, other)
  }

  /// Adds the bytes of the attempt to the rate.
  private mutating func measureRate(at time: MonotonicInstant) {
    let requestByteCount = body.map(\.byteCount) ?? counts.requestBodyByteCount
    let isReceiving = isDownload || requestByteCount == 0
    let byteCount = isReceiving ? counts.receivedBodyByteCount : counts.sentBodyByteCount
    rate.update(awaitsFile ? 0 : byteCount, at: time)
  }

  /// The progress, or that of the file before the attempt, until the attempt receives the file.
  var progressOfFile: TransferProgress { awaitsFile ? previous ?? progress : progress }

  /// The counts of ``progressOfFile``.
  var byteCounts: (transferred: Int64, total: Int64?) {
    let progress = isDownload || body != nil ? progressOfFile : counts
    return (progress.transferredByteCount, progress.totalByteCount)
  }

  /// The progress after the last change.
  var progress: TransferProgress {
    var progress = counts
    progress.attempt = max(1, attempt)
    progress.formPart = form?.part(at: counts.sentBodyByteCount).map { .part($0) }
    progress.isDownload = isDownload
    if let body {
      progress.sentBodyByteCount = .sum(body.earlier, counts.sentBodyByteCount) ?? .max
      progress.requestBodyByteCount = body.byteCount
    }
    if awaitsFile {
      progress.receivedBodyByteCount = 0
      progress.responseBodyByteCount = nil
      progress.decodedByteCount = 0
    } else {
      progress.resumedByteCount = earlier
      progress.responseBodyByteCount = fileByteCount ?? counts.responseBodyByteCount
      let received = Int64.sum(earlier, counts.receivedBodyByteCount) ?? .max
      progress.receivedBodyByteCount = min(received, fileByteCount ?? .max)
      progress.decodedByteCount = .sum(earlier, counts.decodedByteCount) ?? .max
    }
    progress.rate = rate.bytesPerSecond
    return progress
  }
}

/// The moving average of a rate, in which older times weigh exponentially less.
///
/// Each interval has one rate `r`. With the window of 3 s, an interval of `t` seconds changes the sums by its weight
/// `w = 1 - exp(-t / 3)`:
///
/// ```
///  sum     ◄── sum × (1 - w) + r × w          The weights of all intervals, and of the time before the first one,
///  weight  ◄── weight × (1 - w) + w           add up to 1, so `sum / weight` is an average from the start.
/// ```
struct SmoothedRate {
  /// The time in seconds after which the weight of an interval has decreased to 1/e.
  private static let window = 3.0
  /// The weight of 100 ms. A shorter time shows how fast buffers are filled, and not how fast bytes are transferred.
  private static let minimumWeight = -expm1(-0.1 / window)

  private var sum = 0.0
  private var weight = 0.0
  /// The start of the current interval, or `nil` if the next count begins one.
  private var start: (count: Int64, time: MonotonicInstant)?

  /// The average in bytes per second, or `nil` until 100 ms have been measured.
  var bytesPerSecond: Double? { weight >= Self.minimumWeight ? sum / weight : nil }

  /// Adds the number of bytes that have been transferred at a time.
  mutating func update(_ count: Int64, at time: MonotonicInstant) {
    guard let start else { return self.start = (count, time) }
    let interval = (time - start.time).components
    let seconds = Double(interval.seconds) + Double(interval.attoseconds) * 1e-18
    guard seconds > 0 else { return }
    self.start = (count, time)
    let share = -expm1(-seconds / Self.window)
    sum += share * (Double(count - start.count) / seconds - sum)
    weight += share * (1 - weight)
  }

  /// Leaves out the time until the next count.
  mutating func interrupt() { start = nil }
}
