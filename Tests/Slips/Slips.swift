// What is easily mistyped, with the error that the compiler must report. No other errors are expected.

import Sluice

struct User: Codable, Sendable { var name: String }

func getWithoutAType(session: Session) async throws {
  // expected-error@+1 {{Name the type of the result: 'decoding: .json(User.self)', or 'decoding: .ignored' for none.}}
  let user = try await session.get("users/1")
  // expected-error@+1 {{Name the type of the result: 'decoding: .json(User.self)', or 'decoding: .ignored' for none.}}
  print(try await session.get("users").count)
  // expected-error@+1 {{Name the type of the result: 'decoding: .json(User.self)', or 'decoding: .ignored' for none.}}
  let hits = try await session.get("search", query: ["text": "a"])
}

func getWithAValue(session: Session, user: User) async throws {
  // expected-error@+1 {{Use 'query: .init(value)' to send the value.}}
  let found: User = try await session.get("users", user)
}

func decoders(session: Session, user: User) async throws {
  // expected-error@+1 {{Name the type to decode: '.json(User.self)'.}}
  let first = try await session.get("users/1", decoding: .json)
  // expected-error@+1 {{Name the type to decode: '.json(User.self)'.}}
  let second: User = try await session.get("users/1", decoding: .json)
  // expected-error@+1 {{Name the type to decode: '.json(User.self)'.}}
  let third = try await session.post("users", user, decoding: .json())
  // expected-error@+1 {{Name the type to decode: '.propertyList(User.self)'.}}
  let fourth = try await session.get("users/1", decoding: .propertyList)
  // expected-error@+1 {{Name the format, too: 'decoding: .json(User.self)'.}}
  let fifth = try await session.get("users/1", decoding: User.self)
  // expected-error@+1 {{is a function that produces expected type 'ResponseDecoder<String>'; did you mean to call it?}}
  let text = try await session.get("about", decoding: .text)
  // expected-error@+1 {{produces expected type 'ResponseDecoder<JSON.Value>'; did you mean to call it?}}
  let value = try await session.get("users/1", decoding: .jsonValue)
  // expected-error@+1 {{cannot call value of non-function type 'ResponseDecoder<Array<UInt8>>'}}
  let bytes = try await session.get("logo.png", decoding: .bytes())
  // expected-error@+1 {{expects argument of type 'Element.Type'}}
  for try await _ in session.stream("users", decoding: .jsonLines) {}
}

func bodies() {
  // expected-error@+1 {{A body consists of 'UInt8': '.bytes([UInt8](repeating: 65, count: 5000))'.}}
  let slow = AnyBody.throttled(.bytes(Array(repeating: 65, count: 5000)), maximumRate: 100)
}
