// The umbrella module: `import Sluice` provides everything that does not need the large Foundation.

@_exported public import HTTPTypes
@_exported public import SluiceBody
@_exported public import SluiceCoding
@_exported public import SluiceErrors
@_exported public import SluiceGzip
@_exported public import SluiceJSON
@_exported public import SluiceMultipart
@_exported public import SluiceSerialization
@_exported public import SluiceSession
@_exported public import SluiceTransfers
@_exported public import SluiceTransport
