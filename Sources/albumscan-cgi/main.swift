// Answers one request and leaves. Reads strangers' bytes; holds no key, no TLS, no decoder.
// The control file is the argument the kernel adds for its `#!` line.

import Host

// Before anything is opened: a database must never get descriptor 0, 1 or 2 (FAULTS A13).
StandardStreams.ensureOpen()
ProcessLimits.ignoreBrokenPipes()
ProcessLimits.ignoreTermination()
ProcessLimits.ignoreUmask()
_ = ProcessLimits.applyToCGI()
Visit().answer()
