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

/** The error as it is or, of a role that may not create tables, one that says what to do. */
export async function explainMissingRight(error: unknown, pool: Pool): Promise<unknown> {
  if (getErrorCode(error) !== insufficientPrivilege) return error
  const { rows } = await pool.query(
    `SELECT current_user AS role, current_database() AS name,
      format('ALTER DATABASE %I OWNER TO %I', current_database(), current_user) AS remedy
    WHERE NOT has_schema_privilege(current_schema(), 'CREATE')`,
  )
  const [found] = rows
  if (!found) return error
  return new Error(
    `The role ${found.role} may not create tables in the database ${found.name}. As PostgreSQL's superuser: ${found.remedy};`,
    { cause: error },
  )
}
