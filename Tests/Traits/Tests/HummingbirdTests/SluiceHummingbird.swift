// The snippets of the landing page of SluiceHummingbird, formatted as there.
// swift-format-ignore-file

import Hummingbird
import SluiceHummingbird

// Article
struct SignUp: Decodable {
  var name: String
  var picture: ReceivedFile
}

func addRoutes(to router: Router<BasicRequestContext>) {
  router.post("sign-up") { request, _ in
    let signUp = try await request.decodeForm(as: SignUp.self)
    return try await signUp.picture.write(inFolder: "/data/pictures", ifExists: .unique)
  }
  router.post("videos") { request, _ in
    for try await part in try request.multipartParts() where part.fileName != nil {
      try await part.write(inFolder: "/data/videos", ifExists: .unique)
    }
    return HTTPResponse.Status.created
  }
  router.get("videos/:name") { _, context in
    let name = SafeFileName(try context.parameters.require("name"))
    return try await FileResponse(at: "/data/videos/\(name)")
  }
  router.get("report") { _, _ in
    BodyResponse(MultipartForm { FormField("title", "Holiday") })
  }
}
// end
