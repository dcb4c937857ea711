internal import SluiceTool

@main
enum Main {
  static func main() { Program.main() }
}
