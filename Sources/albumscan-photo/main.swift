// albumscan-photo
