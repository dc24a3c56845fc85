-- Values other than IPv4 addresses are few, and so are erasures: both are looked up for a page of the
-- audit log.
CREATE INDEX audit_values_worded ON audit_values (sequence, search_key)
WHERE name <> 'address' OR search_key LIKE '%:%';
CREATE INDEX audit_erasures ON audit (sequence) WHERE action = 'students.erased';

-- Emails are searched anywhere in their text, which reads all of them unless its trigrams are indexed.
-- A role that may not add the extension goes without: its searches are slower.
DO $$
DECLARE extension_schema TEXT;
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
  EXCEPTION WHEN OTHERS THEN
    RAISE WARNING 'Emails are searched without an index: %', SQLERRM;
  END;
  SELECT nspname INTO extension_schema
  FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = pg_extension.extnamespace
  WHERE extname = 'pg_trgm';
  IF extension_schema IS NOT NULL THEN
    EXECUTE format(
      'CREATE INDEX mails_searched ON mails USING gin (search_key %I.gin_trgm_ops)',
      extension_schema
    );
  END IF;
END $$;
