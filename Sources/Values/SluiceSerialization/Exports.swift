// What public symbols of this module mention: `import SluiceSerialization` is enough to build a request with a form,
// and to decode the response of any client.

@_exported public import HTTPTypes
@_exported public import SluiceBody
@_exported public import SluiceCoding
@_exported public import SluiceJSON
@_exported public import SluiceMultipart
