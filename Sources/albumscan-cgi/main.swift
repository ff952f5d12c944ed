// albumscan-cgi
