// Version 20: the tracks of albums.

extension Schema {
  static let version20 = """
    -- The tracks of the edition that an album's page shows.
    --   release  MBID of the edition; NULL: MusicBrainz has no tracks of the album
    --   tracks   TrackList.stored; empty without tracks
    CREATE TABLE track_lists (
     album INTEGER PRIMARY KEY REFERENCES albums ON DELETE CASCADE,
     release TEXT,
     tracks TEXT NOT NULL DEFAULT ''
    ) STRICT;

    -- is_tracked  whether the tracks were fetched for the present release
    ALTER TABLE albums ADD COLUMN is_tracked INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX albums_untracked ON albums (id)
     WHERE NOT is_tracked AND release_group IS NOT NULL AND kind = 'album';
    """
}
