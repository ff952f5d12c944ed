// Map
