// CGI
