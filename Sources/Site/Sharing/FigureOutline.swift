// The outlines of the rating's figures, drawn for this project in the lettering of `public/logo.svg`:
// straight lines, stems of 22, bars of 18 to 20, corners cut off, and 6 between two letters.

/// One figure: polygons in the units of the logo, in which a capital letter is 70 high. A polygon that
/// runs clockwise is filled; one that runs the other way is a hole.
struct FigureOutline: Sendable {
  let character: Character
  let width: Int
  let polygons: [[Corner]]

  struct Corner: Sendable {
    let x: Int
    let y: Int
  }

  static let height = 70
  static let gap = 6

  /// `text` has points such as `0,14 14,0`; a slash separates polygons.
  private init(_ character: Character, _ width: Int, _ text: String) {
    self.character = character
    self.width = width
    polygons = text.split(separator: "/").map { polygon in
      polygon.split(separator: " ").compactMap { point in
        let numbers = point.split(separator: ",").compactMap { Int($0) }
        return numbers.count == 2 ? Corner(x: numbers[0], y: numbers[1]) : nil
      }
    }
  }

  /// In the order of their code points.
  static let all = [
    FigureOutline(",", 22, "0,48 22,48 22,68 11,84 1,84 6,70 0,70"),
    FigureOutline(".", 22, "0,48 22,48 22,70 0,70"),
    FigureOutline(
      "0", 62, "0,14 14,0 48,0 62,14 62,56 48,70 14,70 0,56/22,19 22,51 40,51 40,19"),
    FigureOutline("1", 36, "0,16 16,0 36,0 36,70 14,70 14,28 0,28"),
    FigureOutline(
      "2", 62, "0,0 49,0 62,13 62,32 50,44 22,44 22,51 62,51 62,70 0,70 0,38 12,26 40,26 40,19 0,19"
    ),
    FigureOutline(
      "3", 62,
      "0,0 49,0 62,13 62,27 55,34 62,41 62,57 49,70 0,70 0,51 40,51 40,43 10,43 10,26 40,26 40,19 0,19"
    ),
    FigureOutline("4", 62, "0,0 22,0 22,29 40,29 40,0 62,0 62,70 40,70 40,48 12,48 0,36"),
    FigureOutline(
      "5", 62, "0,0 60,0 60,19 22,19 22,26 50,26 62,38 62,57 49,70 0,70 0,51 40,51 40,44 0,44"),
    FigureOutline(
      "6", 62,
      "13,0 58,0 58,19 22,19 22,26 49,26 62,39 62,57 49,70 13,70 0,57 0,13/22,44 22,52 40,52 40,44"
    ),
    FigureOutline("7", 60, "0,0 60,0 60,20 38,70 14,70 36,20 0,20"),
    FigureOutline(
      "8", 62,
      "13,0 49,0 62,13 62,27 55,34 62,41 62,57 49,70 13,70 0,57 0,41 7,34 0,27 0,13/22,18 22,27 40,27 40,18/22,43 22,52 40,52 40,43"
    ),
    FigureOutline(
      "9", 62,
      "49,70 4,70 4,51 40,51 40,44 13,44 0,31 0,13 13,0 49,0 62,13 62,57/40,26 40,18 22,18 22,26"
    ),
  ]
}
