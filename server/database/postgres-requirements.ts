import type { Pool } from 'pg'
import { getErrorCode } from './database-file.ts'

/** @throws where names in Hindi could not be saved */
export async function refuseOtherEncoding(pool: Pool): Promise<void> {
  const { rows } = await pool.query('SHOW server_encoding')
  const encoding: string = rows[0].server_encoding
  if (encoding === 'UTF8') return
  throw new Error(
    `The database keeps text as ${encoding}, which cannot hold every name. Create one with ENCODING 'UTF8' and TEMPLATE template0; pg_dump and pg_restore take over what is in this one.`,
  )
}

const insufficientPrivilege = '42501'
const readOnlyTransaction = '25006'
const noSchema = '3F000'

/** The error as it is or, where no table can be made or changed, one that says what to do. */
export async function explainMigrationError(error: unknown, pool: Pool): Promise<unknown> {
  const explanation = await explain(getErrorCode(error), pool)
  return explanation ? new Error(explanation, { cause: error }) : error
}

async function explain(code: string, pool: Pool): Promise<string | null> {
  if (code === readOnlyTransaction)
    return 'Nothing can be written to the database: it is a standby, or default_transaction_read_only is on for its role or for it. Name the primary in DATABASE_URL.'
  if (code === noSchema)
    return 'The schema that the role works in (its search_path) does not exist. Create it, or take the setting back.'
  return code === insufficientPrivilege ? explainMissingRight(pool) : null
}

async function explainMissingRight(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query(
    `SELECT current_user AS role, current_database() AS name,
      format('ALTER DATABASE %I OWNER TO %I', current_database(), current_user) AS remedy
    WHERE NOT has_schema_privilege(current_schema(), 'CREATE')`,
  )
  const [found] = rows
  if (!found) return null
  return `The role ${found.role} may not create tables in the database ${found.name}. As PostgreSQL's superuser: ${found.remedy};`
}
