// Reads one untrusted picture from stdin, and writes new pictures and facts about the cover to stdout. The process
// has resource limits, and it has no key, no socket and no database. It refuses everything but JPEGs within
// `JPEGLimits`. With `draw`, it confines itself and becomes the program that draws pictures to share.

import PhotoCommands

PhotoCommandRunner.run()
