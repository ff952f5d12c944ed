// The details of finds, imported finds, and changes of finds that can be undone.

import Albums
import Host
import Store
import Support

extension TourHouse {
  /// A change of three finds that can still be undone, and one that was undone.
  static let edit = EditID(randomBytes: Array(repeating: 91, count: EditID.randomByteCount))
  static let undoneEdit = EditID(randomBytes: Array(repeating: 92, count: EditID.randomByteCount))

  /// Imports finds of another service, which have neither a review nor artwork, and gives all finds
  /// details.
  static func fillLog(of house: Installation) throws {
    let table = try house.folder.write(imported, to: "collection.csv")
    guard try house.albumscan(["import", table]).exitCode == 0 else {
      throw InstallationError.failed("import")
    }
    // Removes the jobs, which could only wait, because the services of the tour do not answer.
    try house.sql("DELETE FROM jobs WHERE kind = 'refill'")
    let store = try house.store()
    let finds = try store.newestFinds(60)
    for (number, find) in finds.enumerated() {
      let change = try FindEdit(
        status: statuses[number % statuses.count], tags: tags[number % tags.count],
        note: number % 2 == 0 ? note : nil, place: places[number % places.count],
        ownRating: number % 3 == 0 ? "8.5" : nil)
      let id = EditID(randomBytes: Array(repeating: UInt8(number), count: EditID.randomByteCount))
      _ = try store.edit([find.id], change, as: id, by: .owner, at: Household.now)
    }
    for id in [undoneEdit, edit] {
      let tagging = try FindEdit(addTags: "to lend")
      _ = try store.edit(
        finds.prefix(3).map(\.id), tagging, as: id, by: .owner, at: Household.now)
      if id == undoneEdit { _ = try store.undo(id, at: Household.now) }
    }
  }

  private static let statuses = ["have", "want", "heard", "none"]

  private static let tags = [
    "late night, überraschend gut wiederentdeckt, 夜", "late night",
    "to buy, only on Sundays, مفضلة",
  ]

  private static let places = [
    "Rough Trade East", "", "Schallplattenflohmarkt am Maybachufer, Berlin-Neukölln",
  ]

  private static let note = """
    **Bought** twice, see [the first copy](https://records.example/copies/first).

    - side A: a scratch before the *third* song
    - side B: as new

    > Quoted from the back of the sleeve, in small letters.

    `matrix 4711-A1`, donaudampfschifffahrtsgesellschaftskapellmeisterlich
    """

  /// A collection in the form of Discogs, with invented albums.
  private static let imported = """
    Artist,Title,Label,Released,release_id,CollectionFolder,Date Added
    Donaudampfschifffahrtskapelle,"Lieder vom Wasser, für Wartende und andere Passagiere",Schallplattenvertriebsgesellschaft Hohenstein,1974,1,Uncategorized,2019-05-04 12:00:00
    Ångström Sisters,Copper Sings,Lantern Records,1981,2,Shelf,2019-05-04 12:01:00
    Тихий Порт,Ночной паром,,1988,3,Shelf,2019-05-05 12:00:00
    森の電話,夜行フェリー,Lantern Records,1999,4,Shelf,2019-06-01 12:00:00
    2nd Hand Lions,1. Outside,,2004,5,Uncategorized,2019-06-02 12:00:00
    Wren Ashdown,A Field Guide to Leaving Quietly,Lantern Records,1969,6,Shelf,2020-01-01 12:00:00

    """
}
