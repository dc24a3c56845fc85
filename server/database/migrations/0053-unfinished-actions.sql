-- Also those that a process was killed in the midst of.
DROP INDEX live_actions_waiting;
CREATE INDEX live_actions_unfinished ON live_actions (undo_until)
  WHERE state IN ('waiting', 'carrying-out', 'undoing');
