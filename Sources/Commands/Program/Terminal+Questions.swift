// Questions at the terminal. Without a terminal, nothing is asked.

import Glibc
import Host
import Text

extension Terminal {
  static var canAsk: Bool {
    Surroundings.current.isTerminal(0) && Surroundings.current.isTerminal(2)
  }

  /// The answer without spaces around it; `standard` for an empty answer, and without a terminal.
  static func ask(_ question: String, standard: String = "") -> String {
    guard canAsk else { return standard }
    write(
      printable(standard.isEmpty ? "\(question): " : "\(question) [\(standard)]: "), toError: true)
    let answer = (readLine() ?? "").trimmed
    return answer.isEmpty ? standard : answer
  }

  /// Whether the host agrees to what the terminal has shown; false without a terminal.
  static func agrees() -> Bool {
    ask("Go on? yes or no", standard: "no").lowercased().hasPrefix("y")
  }

  /// An answer that the terminal does not show; empty without a terminal.
  static func askSecret(_ question: String) -> String {
    guard canAsk else { return "" }
    write("\(printable(question)): ", toError: true)
    var former = termios()
    tcgetattr(0, &former)
    var hidden = former
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(0, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(0, TCSAFLUSH, &former)
      write("\n", toError: true)
    }
    return readLine() ?? ""
  }
}
