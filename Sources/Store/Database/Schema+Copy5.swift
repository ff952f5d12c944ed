// Converts the rows of version 4 to version 5. Every page keeps its address, every queued scan and
// follow-up task becomes a job, and every find keeps its value of `sure`.

extension Schema {
  static let copy5 = """
    INSERT INTO new_scans (id, person, key, digest, bytes, guide, kind, created)
     SELECT id, 'owner', key, digest, bytes, guide, 'album', created FROM scans;

    -- A scan made one item. A model's answer to a hint was a choice, too; its errand says so.
    INSERT INTO items (scan, position, album, recognised, sure, evidence, chosen, choice, progress,
      failure_code, created, updated, hints, crop, text_read, description, text_confidence, fingerprint)
     SELECT scans.id, 0, scans.album, recognised, coalesce(finds.sure, 0),
      CASE WHEN finds.id IS NOT NULL THEN \(legacy5) END,
      chosen,
      CASE WHEN chosen IS NULL THEN NULL
       WHEN EXISTS (SELECT 1 FROM errands WHERE errands.scan = scans.id AND errands.kind = 'hint'
        AND errands.album = scans.chosen AND errands.state <> 'done') THEN \(hinted5)
       ELSE 'person, rivals 0, musicbrainz notAsked, picture none' END,
      CASE WHEN state IN ('identifying', 'identified', 'reviewing') THEN state ELSE 'queued' END,
      CASE WHEN state <> 'waiting' THEN failure_code END,
      scans.created, updated, hints, crop, text_read, description, text_confidence, fingerprint
     FROM scans LEFT JOIN finds ON finds.scan = scans.id ORDER BY scans.created, scans.id;

    -- Finds without a scan get an item without a scan.
    CREATE TABLE lone_finds (item INTEGER PRIMARY KEY, find TEXT NOT NULL UNIQUE);
    INSERT INTO lone_finds (item, find)
     SELECT (SELECT coalesce(max(id), 0) FROM items) + row_number() OVER (ORDER BY found, id), id
     FROM finds WHERE scan IS NULL OR scan NOT IN (SELECT id FROM scans);
    INSERT INTO items (id, position, album, sure, evidence, progress, created, updated)
     SELECT item, 0, finds.album, finds.sure, \(legacy5), 'queued', found, found
     FROM lone_finds JOIN finds ON finds.id = lone_finds.find
      LEFT JOIN scans ON scans.id = finds.scan;

    INSERT INTO new_finds (id, item, person, kind, album, found, deleted, unreviewed_code)
     SELECT finds.id, coalesce(items.id, lone_finds.item), 'owner', 'album', finds.album, found, deleted,
      CASE WHEN unreviewed IS NOT NULL THEN 'review' END
     FROM finds LEFT JOIN items ON items.scan = finds.scan
      LEFT JOIN lone_finds ON lone_finds.find = finds.id;

    -- Errands keep their ids: calls name them. A job is never without an item.
    INSERT INTO jobs (id, lane, kind, scan, item, person, payload, state, epoch, attempts, waits,
      next_attempt, created, updated, failure_code)
     SELECT errands.id,
      CASE errands.kind WHEN 'review' THEN 'review' WHEN 'refill' THEN 'background' ELSE 'scan' END,
      CASE WHEN errands.kind IN ('album', 'musicbrainz', 'hint') THEN 'correct' ELSE errands.kind END,
      items.scan, items.id, 'owner',
      CASE errands.kind
       WHEN 'album' THEN json_object('album', errands.album)
       WHEN 'musicbrainz' THEN json_object('musicbrainz', text)
       WHEN 'artwork' THEN json_object('file', text)
       WHEN 'hint' THEN CASE WHEN errands.album IS NULL THEN json_object('hint', text)
        ELSE json_object('hint', text, 'album', errands.album, 'evidence', \(hinted5)) END END,
      errands.state, errands.epoch, errands.attempts, errands.waits, errands.ready, errands.created,
      errands.updated, errands.failure_code
     FROM errands
      LEFT JOIN new_finds ON new_finds.id = errands.find
      JOIN items ON items.id = coalesce(new_finds.item,
       (SELECT id FROM items WHERE items.scan = errands.scan))
      LEFT JOIN scans ON scans.id = items.scan
     ORDER BY errands.id;

    -- A scan that had not ended is a queued job. Ended scans need none: their items say how they ended.
    INSERT INTO jobs (lane, kind, scan, item, person, state, epoch, attempts, stage, waits,
      retry_requested, next_attempt, created, updated, failure_code)
     SELECT 'scan', 'scan', scans.id, items.id, 'owner', 'queued', epoch, attempts,
      CASE WHEN state IN ('identified', 'reviewing') THEN 2 ELSE scans.fingerprint IS NOT NULL END,
      waits, granted > 0, ready, scans.created, scans.updated,
      CASE WHEN state = 'waiting' THEN scans.failure_code END
     FROM scans JOIN items ON items.scan = scans.id
     WHERE state NOT IN ('complete', 'identificationFailed', 'failed')
     ORDER BY scans.created, scans.id;

    INSERT INTO candidates (item, position, album, similarity, kind, reason)
     SELECT items.id, scan_candidates.position, scan_candidates.album, similarity,
      CASE reason WHEN 'It was this before.' THEN 'former'
       WHEN 'MusicBrainz has several albums of this name.' THEN 'namesake' ELSE kind END,
      CASE WHEN reason IN ('It was this before.', 'MusicBrainz has several albums of this name.')
       THEN '' ELSE reason END
     FROM scan_candidates JOIN items ON items.scan = scan_candidates.scan;

    INSERT INTO new_calls (id, scan, item, job, find, person, stage, attempt, provider, model, prompt,
      state, reserved, cost, created, settled, input_tokens, output_tokens, searches, answer)
     SELECT calls.id, calls.scan, items.id, errand, errands.find, person, stage, turn, provider, model,
      prompt, calls.state, reserved, cost, calls.created, settled, input_tokens, output_tokens, searches,
      answer
     FROM calls LEFT JOIN items ON items.scan = calls.scan LEFT JOIN errands ON errands.id = errand;

    INSERT INTO new_breakers (provider, failures, until, trouble, reason)
     SELECT provider, failures, until, trouble, reason FROM breakers;
    INSERT INTO stale_pages (serial, kind, id) SELECT serial, kind, id FROM unpublished ORDER BY serial;
    INSERT INTO sites (name, serial) VALUES ('household', 0);

    """

  /// The evidence of a find of version 4, as `Evidence.stored` writes it.
  private static let legacy5 = """
    'legacy ' || CASE WHEN finds.sure THEN 'sure ' ELSE 'unsure ' END
      || CASE WHEN scans.tentative THEN 'open' ELSE 'settled' END
      || ', rivals 0, musicbrainz notAsked, picture ' || coalesce(finds.agreement, 'none')
    """

  /// The evidence of a model's answer to a hint, as `Evidence.stored` writes it. Version 4 did not
  /// store the confidence of such an answer.
  private static let hinted5 = """
    'hint low ' || CASE WHEN scans.tentative THEN 'open' ELSE 'settled' END
      || ', rivals 0, musicbrainz notAsked, picture none'
    """

  /// Columns that early forms of version 4 lack. Step 5 replaces the tables of breakers, errands
  /// and scans, so these columns need the right values but no constraints.
  static let lateColumns4: [(table: String, column: String, sql: String)] = [
    (
      "breakers", "trouble",
      "ALTER TABLE breakers ADD COLUMN trouble TEXT NOT NULL DEFAULT 'outage'"
    ),
    ("errands", "waits", "ALTER TABLE errands ADD COLUMN waits INTEGER NOT NULL DEFAULT 0"),
    ("scans", "tentative", "ALTER TABLE scans ADD COLUMN tentative INTEGER NOT NULL DEFAULT 0"),
    (
      "albums", "key_rules",
      """
      ALTER TABLE albums ADD COLUMN key_rules INTEGER NOT NULL DEFAULT 1;
      CREATE INDEX albums_old_keys ON albums (key) WHERE key_rules < 2;
      """
    ),
  ]
}
