-- What a database of version 4 may hold, in every shape: columns that some shapes lack are set by the test.
INSERT INTO albums (id, key, artist, title, year) VALUES
 (1, 'can / tago mago', 'Can', 'Tago Mago', 1971), (2, 'can / ege bamyasi', 'Can', 'Ege Bamyasi', 1972),
 (3, 'can / future days', 'Can', 'Future Days', 1973), (4, 'can / landed', 'Can', 'Landed', 1975);
INSERT INTO covers (id, album, source, fingerprint) VALUES
 (1, 1, 'find:findsure000000000000000000', x'0201'), (2, 2, 'catalogue:c: can / ege bamyasi', x'0202');
INSERT INTO scans (id, key, digest, bytes, guide, state, epoch, attempts, ready, created, updated, fingerprint, crop, album, recognised, find, failure_code, failure_message, waits, hints, chosen, text_read, description, text_confidence, granted) VALUES
 ('scansure000000000000000000', 'key-of-sure', x'01', 10, NULL, 'complete', 1, 0, 1700000000000, 1700000000000, 1700000000500, x'0201', 'quad', 1, 0, 'findsure000000000000000000', NULL, NULL, 0, '', NULL, 'CAN', 'a head', 'high', 0),
 ('scanunsure0000000000000000', NULL, x'02', 10, NULL, 'complete', 2, 0, 1700000001000, 1700000001000, 1700000001500, x'0203', 'square', 2, 0, 'findunsure0000000000000000', NULL, NULL, 0, 'noCover glare', NULL, NULL, NULL, NULL, 0),
 ('scantent000000000000000000', NULL, x'03', 10, NULL, 'complete', 1, 0, 1700000001100, 1700000001100, 1700000001500, NULL, 'quad', 3, 0, 'findtent000000000000000000', NULL, NULL, 0, '', NULL, 'x', 'y', 'low', 0),
 ('scangone000000000000000000', NULL, x'04', 10, NULL, 'complete', 1, 0, 1700000001200, 1700000001200, 1700000001500, NULL, 'quad', 3, 1, 'findgone000000000000000000', NULL, NULL, 0, '', NULL, NULL, NULL, NULL, 0),
 ('scanqueued0000000000000000', 'key-of-queued', x'05', 20, '0.1,0.1,0.8,0.8', 'queued', 1, 1, 1700000002000, 1700000002000, 1700000002000, NULL, NULL, NULL, 0, NULL, NULL, NULL, 0, '', NULL, NULL, NULL, NULL, 0),
 ('scanwaiting000000000000000', NULL, x'06', 20, NULL, 'waiting', 3, 0, 1700009000000, 1700000003000, 1700000003500, x'0204', 'quad', NULL, 0, NULL, 'providerFailed', 'The model did not answer.', 2, '', NULL, NULL, NULL, NULL, 1),
 ('scanreview0000000000000000', NULL, x'07', 20, NULL, 'reviewing', 1, 1, 1700008000000, 1700000004000, 1700000004500, x'0205', 'quad', 2, 0, NULL, NULL, NULL, 0, '', NULL, 'EGE', 'a tin', 'high', 0),
 ('scanfailed0000000000000000', NULL, x'08', 20, NULL, 'failed', 1, 1, 1700000005000, 1700000005000, 1700000005500, NULL, NULL, NULL, 0, NULL, 'unreadable', 'Broken.', 0, '', NULL, NULL, NULL, NULL, 0),
 ('scanunknown000000000000000', NULL, x'09', 20, NULL, 'identificationFailed', 1, 1, 1700000006000, 1700000006000, 1700000006500, x'0206', 'quad', NULL, 0, NULL, 'notIdentified', 'A search of the web did not settle it either.', 0, '', NULL, NULL, NULL, NULL, 0),
 ('scanchosen0000000000000000', NULL, x'0a', 20, NULL, 'identifying', 1, 0, 1700007000000, 1700000007000, 1700000007500, x'0207', 'quad', NULL, 0, NULL, NULL, NULL, 0, '', 2, NULL, NULL, NULL, 0),
 ('scanhinted0000000000000000', NULL, x'0b', 20, NULL, 'queued', 1, 0, 1700007000000, 1700000007100, 1700000007500, x'0208', 'quad', NULL, 0, NULL, NULL, NULL, 0, '', 3, NULL, NULL, NULL, 0);
INSERT INTO finds (id, scan, album, found, sure, deleted, agreement, unreviewed) VALUES
 ('findsure000000000000000000', 'scansure000000000000000000', 1, 1700000000000, 1, NULL, 'same', NULL),
 ('findunsure0000000000000000', 'scanunsure0000000000000000', 2, 1700000001000, 0, NULL, 'different', 'The network was down.'),
 ('findtent000000000000000000', 'scantent000000000000000000', 3, 1700000001100, 0, NULL, NULL, NULL),
 ('findgone000000000000000000', 'scangone000000000000000000', 3, 1700000001200, 1, 1700000009000, NULL, NULL),
 ('findlone000000000000000000', NULL, 4, 1700000001300, 1, NULL, NULL, NULL);
INSERT INTO scan_candidates (scan, position, album, similarity, kind, reason) VALUES
 ('scansure000000000000000000', 0, 2, 0.5, 'cover', ''), ('scansure000000000000000000', 10, 1, 0, 'named', 'the lettering'),
 ('scansure000000000000000000', 11, 3, 0, 'named', 'the tin'), ('scansure000000000000000000', 12, 4, 0, 'named', 'It was this before.');
INSERT INTO errands (id, scan, find, kind, album, text, state, epoch, attempts, ready, created, updated, failure_code, failure_message) VALUES
 (1, 'scansure000000000000000000', 'findsure000000000000000000', 'album', 2, '', 'queued', 0, 0, 1700000010000, 1700000010000, 1700000010000, NULL, NULL),
 (2, 'scansure000000000000000000', 'findsure000000000000000000', 'musicbrainz', NULL, 'https://musicbrainz.org/release/"x"', 'queued', 1, 1, 1700000011000, 1700000011000, 1700000011000, 'network', 'MusicBrainz could not be reached.'),
 (3, 'scansure000000000000000000', 'findsure000000000000000000', 'review', NULL, '', 'queued', 0, 0, 1700000012000, 1700000012000, 1700000012000, NULL, NULL),
 (4, 'scansure000000000000000000', 'findsure000000000000000000', 'artwork', NULL, 'own.artwork', 'queued', 0, 0, 1700000013000, 1700000013000, 1700000013000, NULL, NULL),
 (5, 'scansure000000000000000000', 'findsure000000000000000000', 'refill', NULL, '', 'queued', 0, 0, 1700000014000, 1700000014000, 1700000014000, NULL, NULL),
 (6, 'scanunknown000000000000000', NULL, 'hint', NULL, 'the "live" one', 'queued', 0, 0, 1700000015000, 1700000015000, 1700000015000, NULL, NULL),
 (7, 'scanhinted0000000000000000', NULL, 'hint', 3, 'the boat', 'queued', 1, 1, 1700000016000, 1700000016000, 1700000016000, NULL, NULL),
 (8, 'scansure000000000000000000', 'findsure000000000000000000', 'review', NULL, '', 'done', 1, 1, 1700000009000, 1700000009000, 1700000009000, NULL, NULL),
 (9, 'scanunsure0000000000000000', 'findunsure0000000000000000', 'musicbrainz', NULL, 'nothing', 'failed', 1, 1, 1700000009000, 1700000009000, 1700000009000, 'notFound', 'MusicBrainz knows nothing by this link.');
INSERT INTO calls (id, scan, errand, stage, turn, provider, model, prompt, state, reserved, cost, created, settled, input_tokens, output_tokens, searches, answer) VALUES
 (1, 'scanreview0000000000000000', NULL, 'identify', 1, 'anthropic', 'm', 'p', 'settled', 1000, 700, 1700000004100, 1700000004200, 10, 20, 0, '{"an":"answer"}'),
 (2, 'scanqueued0000000000000000', NULL, 'identify', 1, 'anthropic', 'm', 'p', 'reserved', 900, NULL, 1700000002100, NULL, NULL, NULL, 0, NULL),
 (3, 'scanwaiting000000000000000', NULL, 'identify', 1, 'anthropic', 'm', 'p', 'refused', 900, 0, 1700000003100, 1700000003200, NULL, NULL, 0, NULL),
 (4, 'scanwaiting000000000000000', NULL, 'identify', 1, 'anthropic', 'm', 'p', 'refused', 900, 0, 1700000003100, 1700000003200, NULL, NULL, 0, NULL),
 (5, 'scanwaiting000000000000000', NULL, 'identify', 1, 'anthropic', 'm', 'p', 'refused', 900, 0, 1700000003100, 1700000003200, NULL, NULL, 0, NULL),
 (6, 'scansure000000000000000000', 3, 'review', 1, 'anthropic', 'm', 'p', 'unsent', 900, 0, 1700000003100, 1700000003200, NULL, NULL, 0, NULL);
INSERT INTO citations (call, position, first, past, url, title) VALUES (1, 0, 2, 4, 'https://example.org/', 'A page');
INSERT INTO unpublished (serial, kind, id) VALUES (41, 'find', 'findsure000000000000000000'), (44, 'scan', 'scanqueued0000000000000000');
