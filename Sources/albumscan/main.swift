// albumscan
