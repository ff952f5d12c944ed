// Each position of `COnnx` in the library's table, by what the real library answers. A wrong position would call another
// function: these tests would crash or see another answer.

import Host
import Pictures
import Support
import Testing

@testable import Lettering

@Suite struct LibraryTests {
  private func file(_ name: String) -> String { "\(LetteringTests.folder)/\(name)" }

  private func library() throws -> Library { try Library(path: file(ReaderFiles.library)) }

  @Test func `the library says in words why it refuses a model`() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write("no model", to: "model.onnx")
    let missing = folder.file("missing.onnx")
    let library = try library()
    for (path, word) in [(model, "Protobuf parsing failed"), (missing, "doesn't exist")] {
      let reason = refusal(of: path, library)
      #expect(reason?.contains(word) == true, "\(reason ?? "\(path) was loaded")")
    }
  }

  /// The words of the library; nil if it loads the model.
  private func refusal(of path: String, _ library: Library) -> String? {
    do {
      let model = try Model(path: path, library)
      return model.metadata("none")
    } catch {
      return "\(error)"
    }
  }

  @Test func `the metadata of the model for lines have its letters, and no other key`() throws {
    let model = try Model(path: file(ReaderFiles.lineModel), try library())
    let letters = model.metadata("character")?.split(separator: "\n") ?? []
    #expect(letters.count == 18_708 && letters.first == "!")
    #expect(model.metadata("characters") == nil)
  }

  @Test func `both models compute outputs of the expected shapes`() throws {
    let library = try library()
    let finder = try Model(path: file(ReaderFiles.finder), library)
    let grey = Pixels(width: 64, height: 32, rgb: [UInt8](repeating: 128, count: 6_144))
    var planes = grey.planes(columns: 64)
    let map = try finder.output(&planes, width: 64, height: 32)
    #expect(map.shape == [1, 1, 32, 64])
    // Grey has no text, and the numbers are probabilities.
    map.withNumbers { numbers in
      #expect(numbers.count == 2_048 && numbers.allSatisfy { (0...0.3).contains($0) })
    }
    let lineModel = try Model(path: file(ReaderFiles.lineModel), library)
    var line = [Float](repeating: 0, count: 3 * 48 * 160)
    let output = try lineModel.output(&line, width: 160, height: 48)
    #expect(output.shape == [1, 20, 18_710])
    output.withNumbers { numbers in
      let sum = numbers.prefix(18_710).reduce(0, +)
      #expect((sum - 1).magnitude < 1e-3)
    }
  }

  @Test func `a shape that the model cannot have is an error in words, and the next run works`()
    throws
  {
    let lineModel = try Model(path: file(ReaderFiles.lineModel), try library())
    var wrong = [Float](repeating: 0, count: 3 * 47 * 160)
    let refused: String?
    do {
      refused = try lineModel.output(&wrong, width: 160, height: 47).shape.isEmpty ? "" : nil
    } catch {
      refused = "\(error)"
    }
    #expect(refused?.contains("47") == true, "\(refused ?? "the shape was accepted")")
    var right = [Float](repeating: 0, count: 3 * 48 * 160)
    #expect(try lineModel.output(&right, width: 160, height: 48).shape.count == 3)
  }
}
