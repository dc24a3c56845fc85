-- 1 for a student who may use a screen reader or other tools that need F6, F7 and selected text.
ALTER TABLE students ADD COLUMN assistive_tools INTEGER NOT NULL DEFAULT 0;
-- 1 where the client said at the start that it shows warnings until they are acknowledged.
ALTER TABLE attempts ADD COLUMN acknowledges_warnings INTEGER NOT NULL DEFAULT 0;
