// The page with a new sign-in code: its letters, its link, and its QR code.

import Albums
import CGI
import Host
import Store
import Text

struct CodePage {
  let installation: Installation

  /// Makes a code, which voids the person's older code of this kind.
  func result(
    _ kind: CodeKind, for person: Person, _ access: Access, _ store: borrowing Store
  ) throws -> RouteResult {
    let configuration = installation.configuration
    let now = installation.now
    let code: SignInCode
    do {
      code = try store.makeCode(kind, for: person.id, at: now)
    } catch .person(let error) {
      throw Refusal.person(error)
    }
    let link = "\(configuration.baseURL)/sign-in/#\(code.shown)"
    if access.request.wantsJSON {
      return RouteResult(
        .json(
          .ok,
          ["version": 1, "person": .string(person.name.text), "link": .string(link)]))
    }
    let end = now.advanced(byMilliseconds: kind.lifetimeMilliseconds)
    var fill = PageFill()
    fill["person"] = person.name.text
    fill["code"] = code.shown
    fill["link"] = link
    fill["until"] = installation.sentence(
      "account.code.until", ["day": .day(end), "time": .clock(end)])
    fill.show(kind == .device ? "device" : "invitation")
    if let modules = QRCode(link, folder: configuration.data).modules {
      fill.setMarkup("qr", QRPicture(modules: modules).markup)
      fill.show("qr")
    } else {
      fill.show("no-qr")
    }
    if let address = installation.certificateAddress {
      fill["certificate"] = address
      fill.show("certificate")
    }
    return try installation.page(.code, fill)
  }
}

/// A QR code as an SVG element, black on white with the margin of four modules that the standard
/// demands (ISO/IEC 18004 §6.3.8).
struct QRPicture {
  let modules: [[Bool]]

  private static let margin = 4

  var markup: String {
    let side = modules.count + 2 * Self.margin
    var path = ""
    for (y, row) in modules.enumerated() {
      for (x, isDark) in row.enumerated() where isDark {
        path += "M\(x + Self.margin) \(y + Self.margin)h1v1h-1z"
      }
    }
    return "<svg class=\"qr\" viewBox=\"0 0 \(side) \(side)\" role=\"img\" "
      + "shape-rendering=\"crispEdges\" aria-hidden=\"true\">"
      + "<path fill=\"#fff\" d=\"M0 0h\(side)v\(side)H0z\"/><path fill=\"#000\" d=\"\(path)\"/></svg>"
  }
}

extension Installation {
  /// The address of the certificate page; nil if `albumscan serve` has never used HTTPS here. The function
  /// checks the page's folder, not the setting `https`, because the option `--https` works without the setting.
  fileprivate var certificateAddress: String? {
    let base = accessPolicy.baseURL
    guard base.scheme == .https, Files.isDirectory(configuration.certificatePage) else {
      return nil
    }
    return "http://\(base.authority.host):\(configuration.certificatePort)/"
  }
}
