-- One row, written every few seconds to see whether anything can be saved.
CREATE TABLE heartbeats (id INTEGER PRIMARY KEY, at BIGINT NOT NULL);
