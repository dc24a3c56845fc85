CREATE INDEX attempts_voided ON attempts (exam_id) WHERE voided_at IS NOT NULL;
