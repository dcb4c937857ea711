#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  /// The program that the compiler calls to expand macros.
  @main
  struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      JSONCodableMacro.self, JSONReadableMacro.self, JSONWritableMacro.self, JSONAttributeMacro.self,
    ]
  }
#else
  // Without the trait, nothing calls this program.
  @main
  enum Plugin {
    static func main() {}
  }
#endif
