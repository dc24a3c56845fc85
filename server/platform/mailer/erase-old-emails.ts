import { toBatches } from '../../database/batches.ts'
import type { Database } from '../../database/database.ts'
import {
  eraseEmailRows,
  findKeptEmailIds,
  listEmailIdsWrittenUntil,
  wipeTextsOlderThan,
} from './erasure-queries.ts'
import { eraseEmailFiles, listEmailFiles } from './outbox-folder.ts'

const rowBatchSize = 100
const fileBatchSize = 500

export type OldEmails = {
  readonly textsUntil: number
  readonly rowsUntil: number
  readonly filesUntil: number
}

type EraseOldEmailsOptions = OldEmails & {
  readonly db: Database
  readonly folder: string
}

/** In small batches; whatever a killed process left is found again by the next run. */
export async function eraseOldEmails(options: EraseOldEmailsOptions): Promise<void> {
  const { db, textsUntil, rowsUntil } = options
  await db.erase((tx) => wipeTextsOlderThan(tx, textsUntil))
  for (;;) {
    const ids = await listEmailIdsWrittenUntil(db.read, rowsUntil, rowBatchSize)
    if (ids.length === 0) break
    await db.erase((tx) => eraseEmailRows(tx, ids))
  }
  await eraseOrphanFiles(options)
}

/** An email's row is there before its file: a file without a row is one that nobody may read. */
async function eraseOrphanFiles({ db, folder, filesUntil }: EraseOldEmailsOptions) {
  const ids = [...new Set((await listEmailFiles(folder)).map(({ id }) => id))]
  for (const batch of toBatches(ids, fileBatchSize)) {
    const kept = await findKeptEmailIds(db.read, batch, filesUntil)
    await eraseEmailFiles(
      folder,
      batch.filter((id) => !kept.has(id)),
    )
  }
}
