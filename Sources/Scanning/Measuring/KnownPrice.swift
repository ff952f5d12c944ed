// Whether a model can be asked at all: what it costs has to be known before.

import Albums
import Models

extension ModelCall {
  /// Nil for a model that would be refused: it costs something, and nobody told what.
  func knownPrice(of model: String) -> Price? {
    price(model) ?? (isPrivate ? Price(input: 0, output: 0) : nil)
  }
}
