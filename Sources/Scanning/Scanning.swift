// Scanning
