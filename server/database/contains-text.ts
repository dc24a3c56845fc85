import { type Expression, type SqlBool, sql } from 'kysely'

/** Does the column hold these characters, whatever they are? `%` and `_` mean themselves. */
export function containsText(column: Expression<string>, text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql<SqlBool>`${column} like ${pattern} escape '\\'`
}
