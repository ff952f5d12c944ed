// Answers one request and exits. The program reads bytes from strangers, so it holds no key, opens
// no network connection and decodes no picture. The kernel passes the control file as the argument
// of its `#!` line.

import Host
import Routes

// This call comes first, so that no file gets descriptor 0, 1 or 2 (docs/faults.md A13).
StandardStreams.ensureOpen()
ProcessLimits.ignoreBrokenPipes()
ProcessLimits.ignoreTermination()
ProcessLimits.ignoreUmask()
_ = ProcessLimits.applyToCGI()
CGIRequestRunner().run()
