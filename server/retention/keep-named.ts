import { type Db, toBatches } from '../database/database.ts'
import { listKnownQuestionImages } from '../exams/deletion-queries.ts'
import { listKnownIdentityImages } from '../students/identity-queries.ts'

const batchSize = 500

/** Those of the pictures that a row names. */
export async function keepNamed(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const named: string[] = []
  for (const batch of toBatches(ids, batchSize)) {
    named.push(...(await listKnownQuestionImages(db, batch)))
    named.push(...(await listKnownIdentityImages(db, batch)))
  }
  return new Set(named)
}
