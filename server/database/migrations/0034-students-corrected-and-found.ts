import { buildParentKey, toDigits } from '#core/students/student-search.ts'
import type { MigrationDb } from '../migration-files.ts'

type StudentRow = {
  readonly id: string
  readonly phone: string
  readonly fname: string
  readonly fphone: string
}

const pageSize = 500

/**
 * A student has a version, which each change counts up, and keys by which phones and parents are
 * searched. Accepted terms may be missing: "not recorded".
 */
export async function migrate(db: MigrationDb): Promise<void> {
  await db.run(newColumns)
  await db.run(db.engine === 'sqlite' ? optionalTermsOnSqlite : optionalTermsOnPostgres)
  let after = ''
  for (;;) {
    const rows = await db.all<StudentRow>(
      `SELECT id, phone, fname, fphone FROM students WHERE id > $1 ORDER BY id LIMIT ${pageSize}`,
      [after],
    )
    for (const row of rows) {
      const keys = [toDigits(row.phone), buildParentKey(row), row.id]
      await db.run('UPDATE students SET phone_key = $1, parent_key = $2 WHERE id = $3', keys)
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) break
    after = last.id
  }
  await db.run(indexes)
}

const newColumns = `
ALTER TABLE students ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE students ADD COLUMN phone_key TEXT NOT NULL DEFAULT '';
ALTER TABLE students ADD COLUMN parent_key TEXT NOT NULL DEFAULT ''`

// SQLite cannot drop NOT NULL from a column.
const optionalTermsOnSqlite = `
ALTER TABLE students ADD COLUMN new_terms_version TEXT;
ALTER TABLE students ADD COLUMN new_terms_accepted_at BIGINT;
UPDATE students SET new_terms_version = terms_version, new_terms_accepted_at = terms_accepted_at;
ALTER TABLE students DROP COLUMN terms_version;
ALTER TABLE students DROP COLUMN terms_accepted_at;
ALTER TABLE students RENAME COLUMN new_terms_version TO terms_version;
ALTER TABLE students RENAME COLUMN new_terms_accepted_at TO terms_accepted_at`

const optionalTermsOnPostgres = `
ALTER TABLE students ALTER COLUMN terms_version DROP NOT NULL;
ALTER TABLE students ALTER COLUMN terms_accepted_at DROP NOT NULL`

// A page of the list, and how many match a search, are found in an index alone.
const indexes = `
DROP INDEX students_name;
CREATE INDEX students_name
  ON students (name_key, id, email, phone_key, parent_key, course) WHERE deleted_at IS NULL;
DROP INDEX students_created;
CREATE INDEX students_created
  ON students (created_at, id, name_key, email, phone_key, parent_key, course)
  WHERE deleted_at IS NULL`
