// The sentences that say why strangers see a find, or do not.

extension PublicReason {
  package var sentence: Sentence {
    switch self {
    case .chosen: Sentence("public.chosen")
    case .refused: Sentence("public.refused")
    case .all: Sentence("public.all")
    case .tag(let tag): Sentence("public.tag", ["tag": .text(tag.text)])
    case .notChosen: Sentence("public.not-chosen")
    case .noTag(let key): Sentence("public.no-tag", ["tag": .text(key)])
    case .unconfirmed: Sentence("public.unconfirmed")
    }
  }
}
