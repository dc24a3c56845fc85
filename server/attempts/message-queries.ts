import { type Db, toBatches } from '../database/database.ts'
import { castToText, preparedQuery } from '../database/prepared-query.ts'

const rowsPerStatement = 500

export async function changeOpenMessages(tx: Db, attemptIds: readonly string[], by: 1 | -1) {
  for (const ids of toBatches(attemptIds, rowsPerStatement)) {
    await tx
      .updateTable('attempts')
      .set((eb) => ({ open_messages: eb('open_messages', '+', by) }))
      .where('id', 'in', ids)
      .execute()
  }
}

export type OpenMessage = { readonly id: string; readonly text: string; readonly at: number }

type OpenMessageRow = {
  readonly id: string
  readonly message: string | null
  readonly acted_at: number
}

/** After a message to a class, each of its pages runs this until it is dismissed. */
const openMessages = preparedQuery<{ attemptId: string }, OpenMessageRow>((db, param) =>
  db
    .selectFrom('live_action_attempts')
    .innerJoin('live_actions', 'live_actions.id', 'live_action_attempts.action_id')
    .select(['live_actions.id', 'live_action_attempts.message', 'live_actions.acted_at'])
    .where('attempt_id', '=', castToText(param('attemptId')))
    .where('put_away_at', 'is', null)
    .where('carried_out_at', 'is not', null)
    .where('live_action_attempts.message', 'is not', null)
    .where('state', '!=', 'undone')
    .orderBy('acted_at')
    .orderBy('live_actions.id'),
)

/** Oldest first. */
export async function listOpenMessages(db: Db, attemptId: string): Promise<OpenMessage[]> {
  const rows = await openMessages(db, { attemptId })
  return rows.map(({ id, message, acted_at: at }) => ({ id, text: message ?? '', at }))
}
