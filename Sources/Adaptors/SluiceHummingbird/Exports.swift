#if Hummingbird
  // `import SluiceHummingbird` suffices for forms and bodies.

  @_exported public import SluiceBody
  @_exported public import SluiceMultipart
#endif
