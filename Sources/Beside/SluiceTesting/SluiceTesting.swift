// `import SluiceTesting` provides the loopback server, too.

@_exported public import SluiceLoopback
