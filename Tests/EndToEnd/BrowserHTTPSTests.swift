// The site over HTTPS in a real browser that trusts the authority, as a phone does after the steps
// of the certificate page.

import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserHTTPSTests {
  private let installation: Installation
  private let certificatePort = freePort()

  init() throws { installation = try Installation(scheme: "https") }

  private func served() throws -> WebServer {
    try WebServer(installation, options: ["--https", "--certificate-port", "\(certificatePort)"])
  }

  @Test func `with the authority the camera page is a secure context and a photo becomes a find`()
    throws
  {
    try installation.copySample()
    let server = try served()
    let browser = try Browser(
      hasServiceWorker: true, trusting: installation.certificate)
    try browser.open("\(installation.origin)/")
    #expect(try browser.run("return window.isSecureContext").isTrue)
    #expect(
      try browser.run("return typeof navigator.mediaDevices.getUserMedia").text == "function")
    try browser.type(Sample.photo, into: "#choose-photo")
    #expect(try eventually { try browser.address.contains("/album/") })
    #expect(try browser.address.hasPrefix("\(installation.origin)/"))
    #expect(try browser.text("h1") == "Kind of Blue\nMiles Davis")
    let messages = try browser.messages()
    #expect(messages.isEmpty, "\(messages)")
    withExtendedLifetime(server) {}
  }

  @Test func `another name of the computer leads to base-url`() throws {
    let server = try served()
    let browser = try Browser(trusting: installation.certificate)
    try browser.open("http://localhost:\(certificatePort)/history/")
    #expect(try browser.address == "\(installation.origin)/history/")
    withExtendedLifetime(server) {}
  }

  @Test func `without the authority the browser opens no page`() throws {
    let server = try served()
    let browser = try Browser(kind: .whole)
    _ = try? browser.open("\(installation.origin)/")
    #expect(try browser.run("return document.querySelector('#choose-photo')") == .null)
    #expect(try browser.text("body").contains("ERR_CERT_AUTHORITY_INVALID"))
    withExtendedLifetime(server) {}
  }

  @Test func `the certificate page fits a phone, in both languages`() throws {
    let browser = try Browser()
    for language in ["en", "de"] {
      if language != "en" { try installation.edit { "\($0)\nlanguage: \(language)\n" } }
      let server = try served()
      try browser.open("http://127.0.0.1:\(certificatePort)/")
      #expect(try browser.run("return document.documentElement.lang").text == language)
      for claim in [
        "document.documentElement.scrollWidth <= innerWidth",
        "document.querySelector('.logo img').naturalWidth > 0",
        "document.querySelector('.pill').offsetHeight >= 44",
        "getComputedStyle(document.querySelector('.fingerprint code')).display == 'block'",
      ] {
        #expect(try browser.run("return \(claim)").isTrue, "\(language): \(claim)")
      }
      let messages = try browser.messages()
      #expect(messages.isEmpty, "\(messages)")
      if let folder = Environment["PICTURES"] {
        let picture = "\(folder)/certificate-\(language).png"
        try Files.replace(picture, with: try browser.picture(), durably: false)
      }
      server.stop()
    }
  }
}
