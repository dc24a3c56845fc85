-- The index refuses the row of a second process that starts at the same moment.
DELETE FROM institute WHERE id <> (SELECT min(id) FROM institute);
CREATE UNIQUE INDEX institute_has_one_row ON institute ((1));
