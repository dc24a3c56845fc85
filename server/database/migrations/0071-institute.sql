-- One row from the first start on. The same id lies in the data folder and beside the pictures, so
-- that no server works on those of another institute.
CREATE TABLE institute (
  id TEXT PRIMARY KEY
);
