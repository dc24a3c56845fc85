-- Of two processes that start at once, the second's row is refused.
DELETE FROM institute WHERE id <> (SELECT min(id) FROM institute);
CREATE UNIQUE INDEX institute_has_one_row ON institute ((1));
