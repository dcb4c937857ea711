#if compiler(<6.3)
  // For what the standard library of Swift 6.2 lacks.
  @_exported public import SluiceErrors
#endif
