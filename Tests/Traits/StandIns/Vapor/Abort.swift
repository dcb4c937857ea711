/// As much of the error in Vapor 4 as the article uses.
package struct Abort: Error {
  package let status: HTTPResponseStatus
  package let reason: String

  package init(_ status: HTTPResponseStatus, reason: String) {
    self.status = status
    self.reason = reason
  }
}
