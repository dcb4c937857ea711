import SluiceJSON

/// The types of `twitter.json`, `citm_catalog.json` and `canada.json`, which read and write themselves.
///
/// Both enumerations of such types have the same ones. They differ only in their conformances.
enum DirectDocuments {
  /// A value on the heap, as a tweet contains another one.
  final class Box<Value: Codable & Equatable>: Codable, Equatable {
    let value: Value
    init(_ value: Value) { self.value = value }
    required init(from decoder: any Decoder) throws {
      value = try Value(from: decoder)
    }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    static func == (left: Box, right: Box) -> Bool { left.value == right.value }
  }

  struct Twitter: Codable, Equatable {
    var statuses: [Status]
    var search_metadata: SearchMetadata
  }

  struct SearchMetadata: Codable, Equatable {
    var completed_in: Double
    var max_id: Int64
    var max_id_str: String
    var next_results: String
    var query: String
    var refresh_url: String
    var count: Int
    var since_id: Int64
    var since_id_str: String
  }

  struct StatusMetadata: Codable, Equatable {
    var result_type: String
    var iso_language_code: String
  }

  struct Status: Codable, Equatable {
    var metadata: StatusMetadata
    var created_at: String
    var id: Int64
    var id_str: String
    var text: String
    var source: String
    var truncated: Bool
    var in_reply_to_status_id: Int64?
    var in_reply_to_status_id_str: String?
    var in_reply_to_user_id: Int64?
    var in_reply_to_user_id_str: String?
    var in_reply_to_screen_name: String?
    var user: User
    var retweet_count: Int
    var favorite_count: Int
    var entities: Entities
    var favorited: Bool
    var retweeted: Bool
    var lang: String
    var possibly_sensitive: Bool?
    var retweeted_status: Box<Status>?
  }

  struct User: Codable, Equatable {
    var id: Int64
    var id_str: String
    var name: String
    var screen_name: String
    var location: String
    var description: String
    var url: String?
    var entities: UserEntities
    var protected: Bool
    var followers_count: Int
    var friends_count: Int
    var listed_count: Int
    var created_at: String
    var favourites_count: Int
    var utc_offset: Int?
    var time_zone: String?
    var geo_enabled: Bool
    var verified: Bool
    var statuses_count: Int
    var lang: String
    var contributors_enabled: Bool
    var is_translator: Bool
    var is_translation_enabled: Bool
    var profile_background_color: String
    var profile_background_image_url: String
    var profile_background_image_url_https: String
    var profile_background_tile: Bool
    var profile_image_url: String
    var profile_image_url_https: String
    var profile_banner_url: String?
    var profile_link_color: String
    var profile_sidebar_border_color: String
    var profile_sidebar_fill_color: String
    var profile_text_color: String
    var profile_use_background_image: Bool
    var default_profile: Bool
    var default_profile_image: Bool
    var following: Bool
    var follow_request_sent: Bool
    var notifications: Bool
  }

  struct UserEntities: Codable, Equatable {
    var description: URLList
    var url: URLList?
  }

  struct URLList: Codable, Equatable {
    var urls: [LinkedURL]
  }

  struct LinkedURL: Codable, Equatable {
    var url: String
    var expanded_url: String?
    var display_url: String?
    var indices: [Int]
  }

  struct Entities: Codable, Equatable {
    var hashtags: [Hashtag]
    var urls: [LinkedURL]
    var user_mentions: [Mention]
    var media: [Media]?
  }

  struct Hashtag: Codable, Equatable {
    var text: String
    var indices: [Int]
  }

  struct Mention: Codable, Equatable {
    var screen_name: String
    var name: String
    var id: Int64
    var id_str: String
    var indices: [Int]
  }

  struct Media: Codable, Equatable {
    var id: Int64
    var id_str: String
    var indices: [Int]
    var media_url: String
    var url: String
    var display_url: String
    var expanded_url: String
    var type: String
    var sizes: [String: Size]
  }

  struct Size: Codable, Equatable {
    var w: Int
    var h: Int
    var resize: String
  }

  struct Catalog: Codable, Equatable {
    var areaNames: [String: String]
    var audienceSubCategoryNames: [String: String]
    var blockNames: [String: String]
    var events: [String: Event]
    var performances: [Performance]
    var seatCategoryNames: [String: String]
    var subTopicNames: [String: String]
    var subjectNames: [String: String]
    var topicNames: [String: String]
    var topicSubTopics: [String: [Int]]
    var venueNames: [String: String]
  }

  struct Event: Codable, Equatable {
    var description: String?
    var id: Int
    var logo: String?
    var name: String
    var subTopicIds: [Int]
    var subjectCode: String?
    var subtitle: String?
    var topicIds: [Int]
  }

  struct Performance: Codable, Equatable {
    var eventId: Int
    var id: Int
    var logo: String?
    var name: String?
    var prices: [Price]
    var seatCategories: [SeatCategory]
    var seatMapImage: String?
    var start: Int64
    var venueCode: String
  }

  struct Price: Codable, Equatable {
    var amount: Int
    var audienceSubCategoryId: Int
    var seatCategoryId: Int
  }

  struct SeatCategory: Codable, Equatable {
    var areas: [Area]
    var seatCategoryId: Int
  }

  struct Area: Codable, Equatable {
    var areaId: Int
    var blockIds: [Int]
  }

  struct Geography: Codable, Equatable {
    var type: String
    var features: [Feature]
  }

  struct Feature: Codable, Equatable {
    var type: String
    var properties: [String: String]
    var geometry: Geometry
  }

  struct Geometry: Codable, Equatable {
    var type: String
    var coordinates: [[[Double]]]
  }
}

extension DirectDocuments.Twitter: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      statuses: cursor.read("statuses"),
      search_metadata: cursor.read("search_metadata"))
  }
}

extension DirectDocuments.Twitter: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("statuses", statuses)
    try writer.write("search_metadata", search_metadata)
    writer.endObject()
  }
}

extension DirectDocuments.SearchMetadata: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      completed_in: cursor.read("completed_in"),
      max_id: cursor.read("max_id"),
      max_id_str: cursor.read("max_id_str"),
      next_results: cursor.read("next_results"),
      query: cursor.read("query"),
      refresh_url: cursor.read("refresh_url"),
      count: cursor.read("count"),
      since_id: cursor.read("since_id"),
      since_id_str: cursor.read("since_id_str"))
  }
}

extension DirectDocuments.SearchMetadata: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("completed_in", completed_in)
    try writer.write("max_id", max_id)
    try writer.write("max_id_str", max_id_str)
    try writer.write("next_results", next_results)
    try writer.write("query", query)
    try writer.write("refresh_url", refresh_url)
    try writer.write("count", count)
    try writer.write("since_id", since_id)
    try writer.write("since_id_str", since_id_str)
    writer.endObject()
  }
}

extension DirectDocuments.StatusMetadata: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      result_type: cursor.read("result_type"),
      iso_language_code: cursor.read("iso_language_code"))
  }
}

extension DirectDocuments.StatusMetadata: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("result_type", result_type)
    try writer.write("iso_language_code", iso_language_code)
    writer.endObject()
  }
}

extension DirectDocuments.Status: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      metadata: cursor.read("metadata"),
      created_at: cursor.read("created_at"),
      id: cursor.read("id"),
      id_str: cursor.read("id_str"),
      text: cursor.read("text"),
      source: cursor.read("source"),
      truncated: cursor.read("truncated"),
      in_reply_to_status_id: cursor.readIfPresent("in_reply_to_status_id"),
      in_reply_to_status_id_str: cursor.readIfPresent("in_reply_to_status_id_str"),
      in_reply_to_user_id: cursor.readIfPresent("in_reply_to_user_id"),
      in_reply_to_user_id_str: cursor.readIfPresent("in_reply_to_user_id_str"),
      in_reply_to_screen_name: cursor.readIfPresent("in_reply_to_screen_name"),
      user: cursor.read("user"),
      retweet_count: cursor.read("retweet_count"),
      favorite_count: cursor.read("favorite_count"),
      entities: cursor.read("entities"),
      favorited: cursor.read("favorited"),
      retweeted: cursor.read("retweeted"),
      lang: cursor.read("lang"),
      possibly_sensitive: cursor.readIfPresent("possibly_sensitive"),
      retweeted_status: cursor.readIfPresent("retweeted_status"))
  }
}

extension DirectDocuments.Status: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("metadata", metadata)
    try writer.write("created_at", created_at)
    try writer.write("id", id)
    try writer.write("id_str", id_str)
    try writer.write("text", text)
    try writer.write("source", source)
    try writer.write("truncated", truncated)
    try writer.writeIfPresent("in_reply_to_status_id", in_reply_to_status_id)
    try writer.writeIfPresent("in_reply_to_status_id_str", in_reply_to_status_id_str)
    try writer.writeIfPresent("in_reply_to_user_id", in_reply_to_user_id)
    try writer.writeIfPresent("in_reply_to_user_id_str", in_reply_to_user_id_str)
    try writer.writeIfPresent("in_reply_to_screen_name", in_reply_to_screen_name)
    try writer.write("user", user)
    try writer.write("retweet_count", retweet_count)
    try writer.write("favorite_count", favorite_count)
    try writer.write("entities", entities)
    try writer.write("favorited", favorited)
    try writer.write("retweeted", retweeted)
    try writer.write("lang", lang)
    try writer.writeIfPresent("possibly_sensitive", possibly_sensitive)
    try writer.writeIfPresent("retweeted_status", retweeted_status)
    writer.endObject()
  }
}

extension DirectDocuments.User: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      id: cursor.read("id"),
      id_str: cursor.read("id_str"),
      name: cursor.read("name"),
      screen_name: cursor.read("screen_name"),
      location: cursor.read("location"),
      description: cursor.read("description"),
      url: cursor.readIfPresent("url"),
      entities: cursor.read("entities"),
      protected: cursor.read("protected"),
      followers_count: cursor.read("followers_count"),
      friends_count: cursor.read("friends_count"),
      listed_count: cursor.read("listed_count"),
      created_at: cursor.read("created_at"),
      favourites_count: cursor.read("favourites_count"),
      utc_offset: cursor.readIfPresent("utc_offset"),
      time_zone: cursor.readIfPresent("time_zone"),
      geo_enabled: cursor.read("geo_enabled"),
      verified: cursor.read("verified"),
      statuses_count: cursor.read("statuses_count"),
      lang: cursor.read("lang"),
      contributors_enabled: cursor.read("contributors_enabled"),
      is_translator: cursor.read("is_translator"),
      is_translation_enabled: cursor.read("is_translation_enabled"),
      profile_background_color: cursor.read("profile_background_color"),
      profile_background_image_url: cursor.read("profile_background_image_url"),
      profile_background_image_url_https: cursor.read("profile_background_image_url_https"),
      profile_background_tile: cursor.read("profile_background_tile"),
      profile_image_url: cursor.read("profile_image_url"),
      profile_image_url_https: cursor.read("profile_image_url_https"),
      profile_banner_url: cursor.readIfPresent("profile_banner_url"),
      profile_link_color: cursor.read("profile_link_color"),
      profile_sidebar_border_color: cursor.read("profile_sidebar_border_color"),
      profile_sidebar_fill_color: cursor.read("profile_sidebar_fill_color"),
      profile_text_color: cursor.read("profile_text_color"),
      profile_use_background_image: cursor.read("profile_use_background_image"),
      default_profile: cursor.read("default_profile"),
      default_profile_image: cursor.read("default_profile_image"),
      following: cursor.read("following"),
      follow_request_sent: cursor.read("follow_request_sent"),
      notifications: cursor.read("notifications"))
  }
}

extension DirectDocuments.User: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("id", id)
    try writer.write("id_str", id_str)
    try writer.write("name", name)
    try writer.write("screen_name", screen_name)
    try writer.write("location", location)
    try writer.write("description", description)
    try writer.writeIfPresent("url", url)
    try writer.write("entities", entities)
    try writer.write("protected", protected)
    try writer.write("followers_count", followers_count)
    try writer.write("friends_count", friends_count)
    try writer.write("listed_count", listed_count)
    try writer.write("created_at", created_at)
    try writer.write("favourites_count", favourites_count)
    try writer.writeIfPresent("utc_offset", utc_offset)
    try writer.writeIfPresent("time_zone", time_zone)
    try writer.write("geo_enabled", geo_enabled)
    try writer.write("verified", verified)
    try writer.write("statuses_count", statuses_count)
    try writer.write("lang", lang)
    try writer.write("contributors_enabled", contributors_enabled)
    try writer.write("is_translator", is_translator)
    try writer.write("is_translation_enabled", is_translation_enabled)
    try writer.write("profile_background_color", profile_background_color)
    try writer.write("profile_background_image_url", profile_background_image_url)
    try writer.write("profile_background_image_url_https", profile_background_image_url_https)
    try writer.write("profile_background_tile", profile_background_tile)
    try writer.write("profile_image_url", profile_image_url)
    try writer.write("profile_image_url_https", profile_image_url_https)
    try writer.writeIfPresent("profile_banner_url", profile_banner_url)
    try writer.write("profile_link_color", profile_link_color)
    try writer.write("profile_sidebar_border_color", profile_sidebar_border_color)
    try writer.write("profile_sidebar_fill_color", profile_sidebar_fill_color)
    try writer.write("profile_text_color", profile_text_color)
    try writer.write("profile_use_background_image", profile_use_background_image)
    try writer.write("default_profile", default_profile)
    try writer.write("default_profile_image", default_profile_image)
    try writer.write("following", following)
    try writer.write("follow_request_sent", follow_request_sent)
    try writer.write("notifications", notifications)
    writer.endObject()
  }
}

extension DirectDocuments.UserEntities: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      description: cursor.read("description"),
      url: cursor.readIfPresent("url"))
  }
}

extension DirectDocuments.UserEntities: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("description", description)
    try writer.writeIfPresent("url", url)
    writer.endObject()
  }
}

extension DirectDocuments.URLList: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      urls: cursor.read("urls"))
  }
}

extension DirectDocuments.URLList: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("urls", urls)
    writer.endObject()
  }
}

extension DirectDocuments.LinkedURL: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      url: cursor.read("url"),
      expanded_url: cursor.readIfPresent("expanded_url"),
      display_url: cursor.readIfPresent("display_url"),
      indices: cursor.read("indices"))
  }
}

extension DirectDocuments.LinkedURL: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("url", url)
    try writer.writeIfPresent("expanded_url", expanded_url)
    try writer.writeIfPresent("display_url", display_url)
    try writer.write("indices", indices)
    writer.endObject()
  }
}

extension DirectDocuments.Entities: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      hashtags: cursor.read("hashtags"),
      urls: cursor.read("urls"),
      user_mentions: cursor.read("user_mentions"),
      media: cursor.readIfPresent("media"))
  }
}

extension DirectDocuments.Entities: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("hashtags", hashtags)
    try writer.write("urls", urls)
    try writer.write("user_mentions", user_mentions)
    try writer.writeIfPresent("media", media)
    writer.endObject()
  }
}

extension DirectDocuments.Hashtag: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      text: cursor.read("text"),
      indices: cursor.read("indices"))
  }
}

extension DirectDocuments.Hashtag: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("text", text)
    try writer.write("indices", indices)
    writer.endObject()
  }
}

extension DirectDocuments.Mention: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      screen_name: cursor.read("screen_name"),
      name: cursor.read("name"),
      id: cursor.read("id"),
      id_str: cursor.read("id_str"),
      indices: cursor.read("indices"))
  }
}

extension DirectDocuments.Mention: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("screen_name", screen_name)
    try writer.write("name", name)
    try writer.write("id", id)
    try writer.write("id_str", id_str)
    try writer.write("indices", indices)
    writer.endObject()
  }
}

extension DirectDocuments.Media: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      id: cursor.read("id"),
      id_str: cursor.read("id_str"),
      indices: cursor.read("indices"),
      media_url: cursor.read("media_url"),
      url: cursor.read("url"),
      display_url: cursor.read("display_url"),
      expanded_url: cursor.read("expanded_url"),
      type: cursor.read("type"),
      sizes: cursor.read("sizes"))
  }
}

extension DirectDocuments.Media: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("id", id)
    try writer.write("id_str", id_str)
    try writer.write("indices", indices)
    try writer.write("media_url", media_url)
    try writer.write("url", url)
    try writer.write("display_url", display_url)
    try writer.write("expanded_url", expanded_url)
    try writer.write("type", type)
    try writer.write("sizes", sizes)
    writer.endObject()
  }
}

extension DirectDocuments.Size: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      w: cursor.read("w"),
      h: cursor.read("h"),
      resize: cursor.read("resize"))
  }
}

extension DirectDocuments.Size: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("w", w)
    try writer.write("h", h)
    try writer.write("resize", resize)
    writer.endObject()
  }
}

extension DirectDocuments.Catalog: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      areaNames: cursor.read("areaNames"),
      audienceSubCategoryNames: cursor.read("audienceSubCategoryNames"),
      blockNames: cursor.read("blockNames"),
      events: cursor.read("events"),
      performances: cursor.read("performances"),
      seatCategoryNames: cursor.read("seatCategoryNames"),
      subTopicNames: cursor.read("subTopicNames"),
      subjectNames: cursor.read("subjectNames"),
      topicNames: cursor.read("topicNames"),
      topicSubTopics: cursor.read("topicSubTopics"),
      venueNames: cursor.read("venueNames"))
  }
}

extension DirectDocuments.Catalog: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("areaNames", areaNames)
    try writer.write("audienceSubCategoryNames", audienceSubCategoryNames)
    try writer.write("blockNames", blockNames)
    try writer.write("events", events)
    try writer.write("performances", performances)
    try writer.write("seatCategoryNames", seatCategoryNames)
    try writer.write("subTopicNames", subTopicNames)
    try writer.write("subjectNames", subjectNames)
    try writer.write("topicNames", topicNames)
    try writer.write("topicSubTopics", topicSubTopics)
    try writer.write("venueNames", venueNames)
    writer.endObject()
  }
}

extension DirectDocuments.Event: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      description: cursor.readIfPresent("description"),
      id: cursor.read("id"),
      logo: cursor.readIfPresent("logo"),
      name: cursor.read("name"),
      subTopicIds: cursor.read("subTopicIds"),
      subjectCode: cursor.readIfPresent("subjectCode"),
      subtitle: cursor.readIfPresent("subtitle"),
      topicIds: cursor.read("topicIds"))
  }
}

extension DirectDocuments.Event: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.writeIfPresent("description", description)
    try writer.write("id", id)
    try writer.writeIfPresent("logo", logo)
    try writer.write("name", name)
    try writer.write("subTopicIds", subTopicIds)
    try writer.writeIfPresent("subjectCode", subjectCode)
    try writer.writeIfPresent("subtitle", subtitle)
    try writer.write("topicIds", topicIds)
    writer.endObject()
  }
}

extension DirectDocuments.Performance: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      eventId: cursor.read("eventId"),
      id: cursor.read("id"),
      logo: cursor.readIfPresent("logo"),
      name: cursor.readIfPresent("name"),
      prices: cursor.read("prices"),
      seatCategories: cursor.read("seatCategories"),
      seatMapImage: cursor.readIfPresent("seatMapImage"),
      start: cursor.read("start"),
      venueCode: cursor.read("venueCode"))
  }
}

extension DirectDocuments.Performance: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("eventId", eventId)
    try writer.write("id", id)
    try writer.writeIfPresent("logo", logo)
    try writer.writeIfPresent("name", name)
    try writer.write("prices", prices)
    try writer.write("seatCategories", seatCategories)
    try writer.writeIfPresent("seatMapImage", seatMapImage)
    try writer.write("start", start)
    try writer.write("venueCode", venueCode)
    writer.endObject()
  }
}

extension DirectDocuments.Price: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      amount: cursor.read("amount"),
      audienceSubCategoryId: cursor.read("audienceSubCategoryId"),
      seatCategoryId: cursor.read("seatCategoryId"))
  }
}

extension DirectDocuments.Price: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("amount", amount)
    try writer.write("audienceSubCategoryId", audienceSubCategoryId)
    try writer.write("seatCategoryId", seatCategoryId)
    writer.endObject()
  }
}

extension DirectDocuments.SeatCategory: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      areas: cursor.read("areas"),
      seatCategoryId: cursor.read("seatCategoryId"))
  }
}

extension DirectDocuments.SeatCategory: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("areas", areas)
    try writer.write("seatCategoryId", seatCategoryId)
    writer.endObject()
  }
}

extension DirectDocuments.Area: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      areaId: cursor.read("areaId"),
      blockIds: cursor.read("blockIds"))
  }
}

extension DirectDocuments.Area: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("areaId", areaId)
    try writer.write("blockIds", blockIds)
    writer.endObject()
  }
}

extension DirectDocuments.Geography: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      type: cursor.read("type"),
      features: cursor.read("features"))
  }
}

extension DirectDocuments.Geography: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("type", type)
    try writer.write("features", features)
    writer.endObject()
  }
}

extension DirectDocuments.Feature: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      type: cursor.read("type"),
      properties: cursor.read("properties"),
      geometry: cursor.read("geometry"))
  }
}

extension DirectDocuments.Feature: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("type", type)
    try writer.write("properties", properties)
    try writer.write("geometry", geometry)
    writer.endObject()
  }
}

extension DirectDocuments.Geometry: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      type: cursor.read("type"),
      coordinates: cursor.read("coordinates"))
  }
}

extension DirectDocuments.Geometry: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("type", type)
    try writer.write("coordinates", coordinates)
    writer.endObject()
  }
}

extension DirectDocuments.Box: JSONReadable where Value: JSONReadable {
  convenience init(from cursor: inout JSON.Cursor) throws { self.init(try Value(from: &cursor)) }
}

extension DirectDocuments.Box: JSONWritable where Value: JSONWritable {
  func write(to writer: inout JSON.Writer) throws { try value.write(to: &writer) }
}
