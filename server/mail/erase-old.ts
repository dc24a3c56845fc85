import type { Database, Mailer } from '../deps.ts'
import { eraseLetters, listLetterFiles } from './outbox-folder.ts'
import { eraseRows, keptLetters, lettersWrittenUntil, wipeOlderThan } from './store.ts'

const rowsAtOnce = 100
const filesAtOnce = 500

type EraseOldOptions = Parameters<Mailer['eraseOld']>[0] & {
  readonly db: Database
  readonly folder: string
}

/** In small batches; whatever a killed process left is found again by the next run. */
export async function eraseOldLetters(options: EraseOldOptions): Promise<void> {
  const { db, textsUntil, rowsUntil } = options
  await db.erase((tx) => wipeOlderThan(tx, textsUntil))
  for (;;) {
    const ids = await lettersWrittenUntil(db.read, rowsUntil, rowsAtOnce)
    if (ids.length === 0) break
    await db.erase((tx) => eraseRows(tx, ids))
  }
  await sweepFiles(options)
}

/** A letter's row is there before its file: a file without a row is one that nobody may read. */
async function sweepFiles({ db, folder, filesUntil }: EraseOldOptions) {
  const ids = [...new Set((await listLetterFiles(folder)).map(({ id }) => id))]
  for (let from = 0; from < ids.length; from += filesAtOnce) {
    const some = ids.slice(from, from + filesAtOnce)
    const kept = await keptLetters(db.read, some, filesUntil)
    await eraseLetters(
      folder,
      some.filter((id) => !kept.has(id)),
    )
  }
}
