import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether the column contains this text, taken literally: `%` and `_` are no wildcards. */
export function containsText(column: Expression<string>, text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql<SqlBool>`${column} like ${pattern} escape '\\'`
}
