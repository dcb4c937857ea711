// Vapor exports them, too.
@_exported public import NIOCore
@_exported public import NIOHTTP1
