import type { MigrationDb } from '../migration-files.ts'

const folds = [
  ["'", ''],
  ['‘', ''],
  ['’', ''],
  ['ʼ', ''],
  ['ł', 'l'],
  ['ı', 'i'],
  ['ß', 'ss'],
  ['ø', 'o'],
] as const

const quote = (text: string) => `'${text.replace("'", "''")}'`

function fold(column: string): string {
  return folds.reduce(
    (sql, [sign, plain]) => `replace(${sql}, ${quote(sign)}, ${quote(plain)})`,
    column,
  )
}

const keys = [
  ['students', 'name_key'],
  ['students', 'parent_key'],
  ['enquiries', 'name_key'],
  ['exams', 'title_key'],
  ['mails', 'search_key'],
  ['audit_values', 'search_key'],
] as const

/** Search keys lose apostrophes, and ł ı ß ø become letters that every keyboard has. */
export async function migrate(db: MigrationDb): Promise<void> {
  await db.run(
    db.engine === 'sqlite'
      ? 'DROP TRIGGER audit_values_are_not_changed'
      : 'ALTER TABLE audit_values DISABLE TRIGGER audit_values_are_not_changed',
  )
  for (const [table, key] of keys) {
    await db.run(`UPDATE ${table} SET ${key} = ${fold(key)} WHERE ${key} <> ${fold(key)}`)
  }
  await foldBatches(db)
  await db.run(
    db.engine === 'sqlite'
      ? protectValues
      : 'ALTER TABLE audit_values ENABLE TRIGGER audit_values_are_not_changed',
  )
}

/** The name of a batch is unique: where two now have one key, the second keeps its old one. */
async function foldBatches(db: MigrationDb): Promise<void> {
  const rows = await db.all<{ id: string; folded: string }>(
    `SELECT id, ${fold('name_key')} AS folded FROM batches WHERE name_key <> ${fold('name_key')}
     ORDER BY deleted_at IS NOT NULL, id`,
  )
  for (const { id, folded } of rows) {
    await db.run(
      `UPDATE batches SET name_key = $1 WHERE id = $2 AND (deleted_at IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM batches AS other WHERE other.name_key = $3 AND other.deleted_at IS NULL))`,
      [folded, id, folded],
    )
  }
}

const protectValues = `
CREATE TRIGGER audit_values_are_not_changed BEFORE UPDATE ON audit_values
BEGIN SELECT RAISE(ABORT, 'Values of the audit log are erased, never changed.'); END`
