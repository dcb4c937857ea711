// The snippets of the landing page of SluiceHummingbird, formatted as there.
// swift-format-ignore-file

import Hummingbird
import SluiceHummingbird

// Article
struct SignUp: Decodable {
  var name: String
  var picture: FormFile
}

func addRoutes(to router: Router<BasicRequestContext>) {
  router.post("sign-up") { request, _ in
    let signUp = try await request.decodeForm(as: SignUp.self)
    return try await signUp.picture.write(inFolder: "/data/pictures")
  }
  router.post("videos") { request, _ in
    for try await part in try request.multipartParts() where part.fileName != nil {
      try await part.write(inFolder: "/data/videos")
    }
    return HTTPResponse.Status.created
  }
  router.get("videos/:name") { _, context in
    let name = SafeFileName(try context.parameters.require("name"))
    return try await FileResponse(at: "/data/videos/\(name)")
  }
  router.get("report") { _, _ in
    BodyResponse(MultipartForm { Field("title", "Holiday") })
  }
}
// end
