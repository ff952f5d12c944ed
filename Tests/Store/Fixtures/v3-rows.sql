-- What a database of version 3, in both of its shapes, may hold.
INSERT INTO albums (id, key, artist, title, year) VALUES (1, 'can / tago mago', 'Can', 'Tago Mago', 1971);
INSERT INTO covers (id, album, source, fingerprint) VALUES (1, 1, 'catalogue:1.jpg', x'0201');
INSERT INTO scans (id, key, digest, bytes, guide, state, epoch, attempts, ready, created, updated, fingerprint, crop, album, recognised, find) VALUES
 ('scansure000000000000000000', 'key-of-sure', x'01', 10, NULL, 'complete', 1, 0, 1700000000000, 1700000000000, 1700000000500, x'0202', 'quad', 1, 1, 'findsure000000000000000000'),
 ('scanqueued0000000000000000', 'key-of-queued', x'02', 20, NULL, 'queued', 1, 1, 1700000001000, 1700000001000, 1700000001000, NULL, NULL, NULL, 0, NULL);
INSERT INTO finds (id, scan, album, found, sure) VALUES ('findsure000000000000000000', 'scansure000000000000000000', 1, 1700000000000, 1);
INSERT INTO unpublished (kind, id) VALUES ('find', 'findsure000000000000000000');
INSERT INTO calls (id, scan, stage, provider, model, prompt, state, reserved, cost, created) VALUES
 (1, 'scanqueued0000000000000000', 'identify', 'openai', 'm', 'p', 'reserved', 900, NULL, 1700000000000);
