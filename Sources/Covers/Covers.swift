// Covers
