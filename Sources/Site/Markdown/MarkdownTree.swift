// The only file that calls libcmark: it parses Markdown, reduces the tree, and renders it.
// Source: docs/faults.md D2, <https://github.com/commonmark/cmark/blob/0.30.2/src/cmark.h>.

import CCmark

/// libcmark in its safe mode. Only emphasis, lists, quotes, headings and code are permitted; in a
/// text of the host, links, too.
enum MarkdownTree {
  private static let depthLimit = 16

  /// The maximum number of nodes of a review or a note.
  static let nodeLimit = 2000

  /// The HTML of the permitted nodes, `nodeLimit` of them at most. With `keepsLinks`, links to https
  /// and mailto addresses stay. The caller also checks the HTML against the allow-list.
  static func rendered(
    _ text: String, keepsLinks: Bool = false, nodeLimit: Int = Self.nodeLimit
  ) -> String {
    guard let document = cmark_parse_document(text, text.utf8.count, CMARK_OPT_DEFAULT) else {
      return ""
    }
    defer { cmark_node_free(document) }
    for (node, depth) in nodes(of: document, most: nodeLimit) {
      if depth != .max, keepsLinks, isPermittedLink(node) {
        cmark_node_set_title(node, "")
      } else {
        reduce(node, depth: depth)
      }
    }
    guard let html = cmark_render_html(document, CMARK_OPT_DEFAULT) else { return "" }
    defer { cmark_get_default_mem_allocator().pointee.free(html) }
    return keepsLinks ? withRelation(String(cString: html)) : String(cString: html)
  }

  /// The HTML with the relation in each link. libcmark escapes `<` and `"` in texts, so the bytes
  /// that are replaced occur only at the beginning of a link.
  private static func withRelation(_ html: String) -> String {
    let bytes = Array(html.utf8).replacing(
      Array("<a href=\"".utf8), with: Array("<\(MarkupCheck.linkStart)".utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the node is a link with a text and a permitted address. Images in the link were
  /// removed before.
  private static func isPermittedLink(_ node: OpaquePointer) -> Bool {
    guard cmark_node_get_type(node) == CMARK_NODE_LINK, cmark_node_first_child(node) != nil,
      let address = cmark_node_get_url(node)
    else { return false }
    return MarkupCheck.mayLink(to: String(cString: address).utf8)
  }

  /// Every node below the document with its depth. Children come before their parents, so the
  /// caller can remove a node without losing a later node of the list.
  private static func nodes(
    of document: OpaquePointer, most nodeLimit: Int
  ) -> [(OpaquePointer, Int)] {
    var found: [(OpaquePointer, Int)] = []
    var depth = 0
    let walk = cmark_iter_new(document)
    defer { cmark_iter_free(walk) }
    while true {
      let event = cmark_iter_next(walk)
      if event == CMARK_EVENT_DONE { return found }
      guard let node = cmark_iter_get_node(walk), node != document else { continue }
      let isLeaf = isLeaf(node)
      if event == CMARK_EVENT_ENTER, !isLeaf { depth += 1 }
      if event == CMARK_EVENT_EXIT || isLeaf {
        let isWithin = depth <= depthLimit && found.count < nodeLimit
        found.append((node, isWithin ? depth : .max))
      }
      if event == CMARK_EVENT_EXIT { depth -= 1 }
    }
  }

  /// Whether nodes of the type have no exit event in the iteration. Source: cmark.h, "Iterator".
  private static func isLeaf(_ node: OpaquePointer) -> Bool {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK, CMARK_NODE_CODE_BLOCK, CMARK_NODE_TEXT,
      CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE:
      true
    default: false
    }
  }

  private static func reduce(_ node: OpaquePointer, depth: Int) {
    guard depth != .max else { return delete(node) }
    switch cmark_node_get_type(node) {
    case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE, CMARK_NODE_IMAGE,
      CMARK_NODE_THEMATIC_BREAK:
      delete(node)
    case CMARK_NODE_LINK: replaceByChildren(node)
    case CMARK_NODE_CODE_BLOCK: replaceByParagraph(node)
    case CMARK_NODE_HEADING:
      cmark_node_set_heading_level(node, cmark_node_get_heading_level(node) <= 3 ? 3 : 4)
    case CMARK_NODE_LIST where cmark_node_get_list_type(node) == CMARK_ORDERED_LIST:
      cmark_node_set_list_start(node, 1)
    default: break
    }
  }

  private static func delete(_ node: OpaquePointer) {
    cmark_node_unlink(node)
    cmark_node_free(node)
  }

  private static func replaceByChildren(_ node: OpaquePointer) {
    while let child = cmark_node_first_child(node) {
      cmark_node_unlink(child)
      guard cmark_node_insert_before(node, child) == 1 else { break }
    }
    delete(node)
  }

  /// Replaces a code block by a paragraph with the same code. The HTML of a code block needs
  /// `<pre>` and a class, which are not permitted.
  private static func replaceByParagraph(_ node: OpaquePointer) {
    guard let paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH),
      let code = cmark_node_new(CMARK_NODE_CODE)
    else { return delete(node) }
    cmark_node_set_literal(code, cmark_node_get_literal(node))
    cmark_node_append_child(paragraph, code)
    cmark_node_insert_before(node, paragraph)
    delete(node)
  }
}
