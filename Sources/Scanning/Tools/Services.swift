// The services of an installation, made from its configuration. The code in this file sends no
// request.

package import Albums
package import Books
package import HTTP
package import Host
package import Models
import MusicBrainz
package import Photos
import Store

/// The stages that call services. Without a model, only known covers are recognised.
package struct Services: Sendable {
  package let identify: IdentifyStage?
  package let review: ReviewStage?

  /// The stage for hints; nil without a model, or if the host's own prompts contain no prompt for
  /// hints.
  let hint: HintStage?

  /// The stage that reads the sheets of a shelf; nil without a model, or if the host's own prompts
  /// contain no prompt for shelves.
  package let shelf: ShelfReading?
  package let artworkKeeping: ArtworkKeeping
  package let lookup: MetadataLookup
  package let books: OpenLibrary

  /// The stage that reads sleeves; nil if the setting `read-sleeves` is off.
  let sleeve: SleeveStage?

  /// The models of this installation; nil if no model is configured.
  package let choice: ModelChoice?

  /// The reason why no model is configured, for the log and the doctor; nil if a model is
  /// configured.
  package let missingModel: String?

  /// The failure of a job that needs the missing model: `wrongSetting` if the host may correct a
  /// setting while the job waits; `noModel` if the host chose no model.
  let modelFailure: Failure

  package init(
    configuration: Configuration, database: DatabaseActor, photoProgram: PhotoProgram,
    textReader: ReaderProgram, transport: Transport, log: LogFile,
    now: @escaping @Sendable () -> Timestamp
  ) {
    let settings = configuration.services
    artworkKeeping = ArtworkKeeping(photoProgram: photoProgram, folder: configuration.artwork)
    let cache = AnswerCache(database, log: log, now: now)
    books = OpenLibrary(configuration, transport: transport, cache: cache)
    lookup = MetadataLookup(
      musicBrainz: MusicBrainz(
        transport: transport, url: settings.musicBrainzURL ?? MusicBrainz.publicURL,
        destination: .of(settings.musicBrainzURL),
        pace: Pace(MusicBrainz.pacePath(configuration)),
        cache: cache),
      archive: CoverArtArchive(
        transport: transport, url: settings.coverArtURL ?? CoverArtArchive.publicURL,
        destination: .of(settings.coverArtURL)),
      artworkKeeping: artworkKeeping,
      log: log, now: now)
    let sleeveReader = SleeveReader(
      photoProgram: photoProgram, textReader: textReader, folder: configuration.artwork, log: log,
      now: now)
    sleeve =
      settings.readsSleeves
      ? SleeveStage(
        reader: sleeveReader, musicBrainz: lookup.musicBrainz, archive: lookup.archive,
        books: books, artworkKeeping: artworkKeeping) : nil
    do {
      let setup = try ModelSetup(configuration, transport: transport)
      let call = ModelCall(
        provider: setup.provider, database: database, cap: settings.monthlyCap,
        price: { setup.price(of: $0) }, isPrivate: setup.isPrivate,
        personCap: configuration.personCap, addressAndKeyFile: setup.addressAndKeyFile,
        plans: PlanLimits(configuration.people), shelfCalls: settings.shelfCallLimit,
        contact: configuration.contact, log: log, now: now)
      let looking = try Prompt("identify", in: configuration.prompts)
      let searching = try Prompt("search", in: configuration.prompts)
      let money = try MoneyTalk(configuration)
      let writing = try Prompt(
        "review", in: configuration.prompts, language: money.languageName)
      let sourced = try Prompt(
        "review-search", in: configuration.prompts, language: money.languageName)
      let books = try Self.bookMethods(configuration, setup.choice, money)
      identify = IdentifyStage(
        call: call, models: (setup.choice.identify, setup.choice.search),
        prompts: (looking, searching), isAdvanced: settings.isAdvancedSearchDefault, money: money)
      review = ReviewStage(
        call: call, plain: .init(model: setup.choice.review, prompt: writing),
        searched: .init(model: setup.choice.reviewSearch, prompt: sourced), books: books,
        isSearchOn: settings.isAdvancedSearchDefault,
        searchesNewAlbums: settings.searchesNewAlbums, language: configuration.reviewLanguage,
        money: money, log: log)
      choice = setup.choice
      hint = HintStage(
        call: call, model: setup.choice.review, configuration: configuration, money: money, log)
      shelf = ShelfReading(
        call: call, model: setup.choice.identify, configuration: configuration, log)
      missingModel = nil
      modelFailure = .noModel
    } catch {
      modelFailure = ModelSetup.isWanted(by: configuration) ? .wrongSetting : .noModel
      identify = nil
      review = nil
      choice = nil
      hint = nil
      shelf = nil
      missingModel = "\(error)"
    }
  }
}

extension Services {
  /// How reviews of books are written; nil without the setting `book-reviews`.
  private static func bookMethods(
    _ configuration: Configuration, _ choice: ModelChoice, _ money: MoneyTalk
  ) throws(PromptError) -> ReviewStage.Methods? {
    guard configuration.services.reviewsBooks else { return nil }
    let folder = configuration.prompts
    return ReviewStage.Methods(
      plain: .init(
        model: choice.review,
        prompt: try Prompt("book-review", in: folder, language: money.languageName)),
      searched: .init(
        model: choice.reviewSearch,
        prompt: try Prompt("book-review-search", in: folder, language: money.languageName)))
  }

  /// The errors in the prompts and in the patterns for reviews, with their files. Empty if all
  /// files are valid. A missing prompt for hints or shelves is no error, and the prompts for books
  /// matter only with the setting `book-reviews`.
  package static func promptErrors(_ configuration: Configuration) -> [String] {
    var names = ["identify", "search"]
    for name in ["hint", "shelf"] where Files.exists("\(configuration.prompts)/\(name).md") {
      names.append(name)
    }
    var errors: [String] = []
    for name in names {
      do { _ = try Prompt(name, in: configuration.prompts) } catch { errors.append("\(error)") }
    }
    let money = Result { () throws(PhrasePatternError) in try MoneyTalk(configuration) }
    let language = (try? money.get())?.languageName ?? "English"
    let books = configuration.services.reviewsBooks ? ["book-review", "book-review-search"] : []
    for name in ["review", "review-search"] + books {
      do {
        _ = try Prompt(name, in: configuration.prompts, language: language)
      } catch {
        errors.append("\(error)")
      }
    }
    if case .failure(let error) = money { errors.append("\(error)") }
    return errors
  }
}

extension Configuration {
  /// The share of the monthly cap that a person who is no owner may use: half of it by default.
  var personCap: Money {
    Money(
      microdollars: people.monthlyCapMicrodollars ?? services.monthlyCapMicrodollars / 2)
  }
}

extension ServiceSettings {
  var monthlyCap: Money { Money(microdollars: monthlyCapMicrodollars) }
}
