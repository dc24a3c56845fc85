import { type RawBuilder, sql } from 'kysely'
import type { WindowEmailState, WindowNotice } from '#core/exam-windows/window-email.ts'
import { type Db, toBatches } from '../database/database.ts'
import type { FollowedWindow } from './queries.ts'

const chunkSize = 500

type Pair = Pick<FollowedWindow, 'windowId' | 'studentId' | 'examId'>

/** What waits to be told; what was told stays as it is. */
export async function savePending(
  tx: Db,
  pairs: readonly (Pair & Pick<WindowEmailState, 'pending'>)[],
): Promise<void> {
  const rows = pairs.map(({ pending, ...pair }) => ({
    ...toKey(pair),
    sequence: -1,
    pending: pending && JSON.stringify(pending.notice),
    pending_since: pending?.since ?? null,
  }))
  for (const some of toBatches(rows, chunkSize)) {
    await tx
      .insertInto('window_emails')
      .values(some)
      .onConflict((clash) =>
        clash.columns(['window_id', 'student_id']).doUpdateSet((eb) => ({
          pending: eb.ref('excluded.pending'),
          pending_since: eb.ref('excluded.pending_since'),
        })),
      )
      .execute()
  }
}

export type NotifiedWindow = Pair & {
  readonly notified: WindowNotice | null
  readonly notifiedBefore: WindowNotice | null
  readonly sequence: number
  readonly emailId: string | null
  readonly notifiedAt: number
}

/** What they are told by an email that was written just now; nothing waits any more. */
export async function saveNotified(tx: Db, pairs: readonly NotifiedWindow[]): Promise<void> {
  const rows = pairs.map(
    ({ notified, notifiedBefore, sequence, emailId, notifiedAt, ...pair }) => ({
      ...toKey(pair),
      sequence,
      notified_title: notified?.title ?? null,
      notified_opens_at: notified?.opensAt ?? null,
      notified_closes_at: notified?.closesAt ?? null,
      notified_latest_entry_at: notified?.latestEntryAt ?? null,
      notified_ends_at_closing: notified ? Number(notified.endsAtClosing) : null,
      notified_at: notifiedAt,
      email_id: emailId,
      notified_before: JSON.stringify(notifiedBefore),
      pending: null,
      pending_since: null,
    }),
  )
  for (const some of toBatches(rows, chunkSize)) {
    await tx
      .insertInto('window_emails')
      .values(some)
      .onConflict((clash) =>
        clash.columns(['window_id', 'student_id']).doUpdateSet((eb) => ({
          sequence: eb.ref('excluded.sequence'),
          notified_title: eb.ref('excluded.notified_title'),
          notified_opens_at: eb.ref('excluded.notified_opens_at'),
          notified_closes_at: eb.ref('excluded.notified_closes_at'),
          notified_latest_entry_at: eb.ref('excluded.notified_latest_entry_at'),
          notified_ends_at_closing: eb.ref('excluded.notified_ends_at_closing'),
          notified_at: eb.ref('excluded.notified_at'),
          email_id: eb.ref('excluded.email_id'),
          notified_before: eb.ref('excluded.notified_before'),
          pending: null,
          pending_since: null,
        })),
      )
      .execute()
  }
}

function toKey({ windowId, studentId, examId }: Pair) {
  return { window_id: windowId, student_id: studentId, exam_id: examId }
}

/** When emails are switched on again, the ten minutes begin anew. */
export async function forgetPending(tx: Db): Promise<void> {
  await tx
    .updateTable('window_emails')
    .set({ pending: null, pending_since: null })
    .where('pending', 'is not', null)
    .execute()
}

/** Of windows that are gone, and over: nothing will be told of them any more. */
export async function eraseOverWindows(tx: Db, at: number): Promise<void> {
  const isOver: RawBuilder<boolean> = sql`(notified_closes_at is null or notified_closes_at <= ${sql.val(at)})`
  await tx
    .deleteFrom('window_emails')
    .where(isOver)
    .where('pending', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('exam_windows')
            .select('exam_windows.id')
            .whereRef('exam_windows.id', '=', 'window_emails.window_id'),
        ),
      ),
    )
    .execute()
}
