import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../database/database.ts'
import { isEmpty } from './claim-institute.ts'

type ForgottenMoveInput = {
  readonly db: Db
  readonly dataDir: string
  /** The PostgreSQL database, for people. */
  readonly place: string
}

/**
 * An empty PostgreSQL database beside an institute on SQLite would begin a new one, and the move
 * would be refused afterwards.
 * @throws a sentence for the person who starts the server, with the ways out
 */
export async function refuseForgottenMove({ db, dataDir, place }: ForgottenMoveInput) {
  const file = join(dataDir, 'institute.db')
  if (!existsSync(file)) return
  if (!(await isEmpty(db))) return
  throw new Error(
    `The database ${place} is empty, but ${file} is an institute's. To move it there, run npm run move-to-postgres. To go on with it as it is, take DATABASE_URL out of the settings. For a new institute, set DATA_DIR to an empty folder.`,
  )
}
