import { actionReasons, describeReason } from '#core/live/actions.ts'
import { type Db, toBatches } from '../database/database.ts'
import { castToText, preparedQuery } from '../database/prepared-query.ts'
import type { LiveActionRow } from '../database/tables.ts'

const rowsPerStatement = 500

/** For staff, in words: why each of these attempts, which are paused, is. */
export async function listPauseReasons(
  db: Db,
  attemptIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>()
  for (const ids of toBatches(attemptIds, rowsPerStatement)) {
    const rows = await selectPauses(db)
      .select(['attempt_id', 'reason', 'live_action_attempts.reason_text'])
      .where('attempt_id', 'in', ids)
      .orderBy('acted_at')
      .execute()
    for (const { attempt_id: id, reason, reason_text: ownWords } of rows)
      reasons.set(id, describeReason(reason, ownWords))
  }
  return reasons
}

/** Each page of a paused class runs this. */
const newestPause = preparedQuery<{ attemptId: string }, Pick<LiveActionRow, 'reason'>>(
  (db, param) =>
    selectPauses(db)
      .select('reason')
      .where('attempt_id', '=', castToText(param('attemptId')))
      .orderBy('acted_at', 'desc')
      .limit(1),
)

/** For the student: one of the list. Own words are for staff. */
export async function findPauseReason(db: Db, attemptId: string): Promise<string | undefined> {
  const [pause] = await newestPause(db, { attemptId })
  if (!pause || pause.reason === 'other' || pause.reason === 'none') return undefined
  return actionReasons[pause.reason]
}

function selectPauses(db: Db) {
  return db
    .selectFrom('live_action_attempts')
    .innerJoin('live_actions', 'live_actions.id', 'live_action_attempts.action_id')
    .where('kind', '=', 'pause')
    .where('state', '!=', 'undone')
    .where('carried_out_at', 'is not', null)
}
