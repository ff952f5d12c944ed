// Compares a configured model with its service's list: the model exists, does not end soon, and can
// see pictures.

import Albums
import Models

struct ModelCheck {
  private let model: String
  private let listed: [ListedModel]
  private let today: Timestamp

  init(_ model: String, listed: [ListedModel], today: Timestamp) {
    self.model = model
    self.listed = listed
    self.today = today
  }

  /// The result for this model. `getsPictures`: whether the program sends pictures to the model.
  func result(getsPictures: Bool) -> CheckResult {
    let subject = "model \(model)"
    guard let entry else {
      return CheckResult(
        subject, remedy: "its service does not list it; set another (identify-model: and the like)")
    }
    if getsPictures, entry.seesPictures == false {
      return CheckResult(subject, remedy: "it cannot see pictures; set one that can")
    }
    guard let day = entry.shutdown ?? ModelTable.shutdown(of: model) else {
      return CheckResult("\(subject) is listed")
    }
    if day <= today.isoDay {
      return CheckResult(subject, remedy: "it stopped on \(day); set another")
    }
    return CheckResult(
      subject, remedy: "it stops on \(day); set another before", isWarning: true)
  }

  /// The model's entry. After an empty list, the model counts as listed, because the service may
  /// still have it. Ollama lists `llava:latest` for `llava`.
  private var entry: ListedModel? {
    if listed.isEmpty { return ListedModel(id: model) }
    return listed.first { $0.id == model } ?? listed.first { $0.id.hasPrefix("\(model):") }
  }
}
