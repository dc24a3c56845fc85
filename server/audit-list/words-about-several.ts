import type { AuditDetail, AuditValue } from '#contract/audit-log.ts'
import type { Db } from '../database/database.ts'
import { listWordsOfDecisions } from '../incidents/words-about-several.ts'
import { listWordsOfActions } from '../live/words-of-actions.ts'

type EntryWithValues = {
  readonly action: string
  readonly at: number
  readonly detail: AuditDetail
  readonly values: Readonly<Record<string, AuditValue>>
}

/** With the words about several students, as long as they lie beside what was done. */
export async function addSharedWords<Entry extends EntryWithValues>(
  db: Db,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const ofActions = await listWordsOfActions(db, listIds(entries, 'live'))
  const ofDecisions = await listWordsOfDecisions(db, listIds(entries, 'decision'))
  return entries.map((entry) => {
    const { action, at, detail, values } = entry
    const { why, note = null } = ofActions.get(String(detail.live)) ?? {
      why: ofDecisions.get(`${detail.decision} ${at}`),
    }
    if (why === undefined) return entry
    const message = action === 'attempt.messaged' && note !== null && { note }
    return { ...entry, values: { ...values, why, ...message } }
  })
}

function listIds(entries: readonly EntryWithValues[], name: 'live' | 'decision'): string[] {
  return [...new Set(entries.flatMap(({ detail }) => String(detail[name] ?? '') || []))]
}
