// JPEG
