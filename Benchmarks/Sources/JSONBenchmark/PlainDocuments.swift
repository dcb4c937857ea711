/// The types of `twitter.json`, `citm_catalog.json` and `canada.json`, which are only `Codable`.
///
/// Both enumerations of such types have the same ones. They differ only in their conformances.
enum PlainDocuments {
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
