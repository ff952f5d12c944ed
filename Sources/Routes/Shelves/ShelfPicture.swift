// The shelf picture with its boxes and numbers, as an SVG file with the picture in it. The program has
// no decoder, so it cannot draw into the picture itself.

import Albums
import Text

struct ShelfPicture {
  let size: (width: Int, height: Int)
  let items: [ShelfItem]

  func svg(around jpeg: [UInt8]) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size.width) \(size.height)">
      <image width="\(size.width)" height="\(size.height)" href="data:image/jpeg;base64,
      """.utf8.map(\.self)
    text += base64(jpeg)
    text += "\"/>\n<g font-family=\"sans-serif\" font-weight=\"bold\">\n".utf8
    let stroke = max(3, size.width / 400)
    for item in items {
      let points = item.box.points
      let (x, y) = (Int(item.box.corners[0]), Int(item.box.corners[1]))
      text +=
        """
        <polygon points="\(points)" fill="none" stroke="#000" stroke-width="\(stroke * 2)"/>
        <polygon points="\(points)" fill="none" stroke="#fff" stroke-width="\(stroke)"/>
        <text x="\(x + stroke * 2)" y="\(y + stroke * 12)" font-size="\(stroke * 12)" fill="#fff" \
        stroke="#000" stroke-width="\(stroke)" paint-order="stroke">\(item.number)</text>

        """.utf8
    }
    return text + "</g>\n</svg>\n".utf8
  }
}

extension ShelfBox {
  /// The corners for the attribute `points` of SVG, in whole pixels.
  var points: String {
    stride(from: 0, to: 8, by: 2).map { index in
      "\(Int(corners[index].rounded())),\(Int(corners[index + 1].rounded()))"
    }.joined(separator: " ")
  }
}
