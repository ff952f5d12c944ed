// Reads the lettering of one picture of a stranger: raw pixels from stdin, JSON to stdout. The process loads a large foreign
// library, so it has no key, no socket, no database and no decoder. It loads the library first, then gives up every right
// but computing, and only then reads its input.

import ReadCommands

ReadCommandRunner.run()
