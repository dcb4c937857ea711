internal import Sluice

extension Session.Redirects {
  /// Lets redirects fail that would replace the sending of a file by a GET, as one with the status 303 to a page to log
  /// in does: the page's success says nothing about the file.
  mutating func keepMethod() {
    decide = { redirect, proposed in
      if proposed.method == redirect.request.method { return .follow }
      throw Failure(
        .notAllowed, "redirect-refused",
        "the status \(redirect.response.status.code) redirects the upload to a page, so it is unknown whether the "
          + "server has the file")
    }
  }
}
