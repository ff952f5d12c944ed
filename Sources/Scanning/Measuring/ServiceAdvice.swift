// The remedies for a provider that refuses or fails, for the doctor.

import Albums
import Host
import Models

struct ServiceAdvice {
  /// The name that `provider:` has in the control file.
  let provider: String
  let configuration: Configuration

  /// `sudo` for a user of the system, who has no shell. On Debian, people have ids from 1000 on.
  private var sudo: String { (1..<1000).contains(Programs.userID) ? "sudo " : "" }

  func remedy(_ error: ModelError) -> String {
    switch error {
    case .quota: remedy(.quota)
    case .misconfigured: remedy(.setup)
    case .declined, .unusable, .nonsense, .brokenOff, .unavailable, .network: remedy(.outage)
    }
  }

  func remedy(_ trouble: Trouble) -> String {
    let (key, file) = ("\(configuration.keys)/\(provider)", configuration.file)
    return switch trouble {
    case .outage: "check the network, and \(provider)-url in \(file) if it is set"
    case .quota: "pay money into the account at the provider, or raise its limit there"
    case .setup:
      // The command gives the file to the owner of the data, also if root or another user with sudo types it.
      "put the right key into \(key): \(sudo)install -m 600 -o \(Programs.userName) /dev/stdin \(key); or correct the "
        + "model or the address in \(file)"
    }
  }
}
