// The command line of a host, and the worker that the CGI starts.

import Commands

await CommandRunner.run()
