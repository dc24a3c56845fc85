import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { WindowEmailState, WindowNotice } from '#core/exam-windows/window-email.ts'
import { type Db, toBatches } from '../database/database.ts'
import type { WindowEmailRow } from '../database/tables.ts'
import type { FollowedWindow } from './queries.ts'

const chunkSize = 500

type Pair = Pick<FollowedWindow, 'windowId' | 'studentId' | 'examId'>

/** Stores pending changes, and keeps what students were notified of before. */
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
  await upsert(tx, rows, ['pending', 'pending_since'])
}

export type NotifiedWindow = Pair & {
  readonly notified: WindowNotice | null
  readonly notifiedBefore: WindowNotice | null
  readonly sequence: number
  readonly emailId: string | null
  readonly notifiedAt: number
}

/** Stores the windows of emails just written, and clears their pending changes. */
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
      notified_room: notified?.seat?.room ?? null,
      notified_seat: notified?.seat?.number ?? null,
      notified_at: notifiedAt,
      email_id: emailId,
      notified_before: JSON.stringify(notifiedBefore),
      pending: null,
      pending_since: null,
    }),
  )
  await upsert(tx, rows, [
    ...(['sequence', 'notified_title', 'notified_opens_at', 'notified_closes_at'] as const),
    ...(['notified_latest_entry_at', 'notified_ends_at_closing', 'notified_at'] as const),
    ...(['notified_room', 'notified_seat'] as const),
    ...(['email_id', 'notified_before', 'pending', 'pending_since'] as const),
  ])
}

/** Inserts rows; existing rows change only in the given columns. */
async function upsert(
  tx: Db,
  rows: readonly Insertable<WindowEmailRow>[],
  columns: readonly (keyof WindowEmailRow)[],
) {
  for (const some of toBatches(rows, chunkSize)) {
    await tx
      .insertInto('window_emails')
      .values(some)
      .onConflict((clash) =>
        clash
          .columns(['window_id', 'student_id'])
          .doUpdateSet((eb) =>
            Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute()
  }
}

function toKey({ windowId, studentId, examId }: Pair) {
  return { window_id: windowId, student_id: studentId, exam_id: examId }
}

/** Restarts the ten minutes of every pending change, for when emails are switched on again. */
export async function forgetPending(tx: Db): Promise<void> {
  await tx
    .updateTable('window_emails')
    .set({ pending: null, pending_since: null })
    .where('pending', 'is not', null)
    .execute()
}

/** Erases rows of deleted windows that are over, about which no email will follow. */
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
