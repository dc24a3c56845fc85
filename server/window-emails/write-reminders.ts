import { getWallClock } from '#contract/institute-clock.ts'
import { earliestReminderMs, isReminderDue } from '#core/exam-windows/reminder.ts'
import { getLastEntry } from '#core/exam-windows/window.ts'
import type { WindowNotice } from '#core/exam-windows/window-email.ts'
import { type Db, toBatches } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Email } from '../platform/mailer/email.ts'
import { canTake } from './members.ts'
import { toNotified } from './queries.ts'
import { getWindowEmailSettings, lockWindowEmailSettings } from './settings.ts'

const batchSize = 200

type ReminderDeps = Pick<Deps, 'db' | 'mail' | 'now'>

/** Queues the reminders that are due, if the institute wants any; none while a change is pending. */
export async function writeReminders({ db, mail, now }: ReminderDeps): Promise<void> {
  if (!(await getWindowEmailSettings(db.read)).areRemindersSent) return
  const due = await listDue(db.read, now())
  for (const [windowId, pairs] of Map.groupBy(due, (one) => one.windowId)) {
    for (const some of toBatches(pairs, batchSize)) {
      const studentIds = some.map(({ studentId }) => studentId)
      await db.write(async (tx) => {
        const settings = await lockWindowEmailSettings(tx)
        if (!settings.areSent || !settings.areRemindersSent) return
        const at = now()
        const still = await listDue(tx, at, { windowId, studentIds })
        await mail.queue(tx, still.map(toEmail), at)
        await noteReminded(tx, still)
      })
      mail.wake()
    }
  }
}

type DueReminder = {
  readonly windowId: string
  readonly studentId: string
  readonly name: string
  readonly address: string
  readonly window: WindowNotice
}

type Only = { readonly windowId: string; readonly studentIds: readonly string[] }

async function listDue(db: Db, at: number, only?: Only): Promise<DueReminder[]> {
  const rows = await db
    .selectFrom('window_emails')
    .innerJoin('students', 'students.id', 'window_emails.student_id')
    .select(['window_id', 'student_id', 'students.name', 'students.email', 'reminded_of'])
    .select([
      'notified_title',
      'notified_opens_at',
      'notified_closes_at',
      'notified_latest_entry_at',
    ])
    .select(['notified_ends_at_closing', 'notified_room', 'notified_seat', 'notified_at'])
    .where('notified_opens_at', '>', at)
    .where('notified_opens_at', '<=', at + earliestReminderMs)
    // The email about a pending change goes first.
    .where('pending', 'is', null)
    .where('students.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('reminded_of', 'is', null),
        eb('reminded_of', '!=', eb.ref('window_emails.notified_opens_at')),
      ]),
    )
    .where(canTake('window_emails'))
    .$if(only !== undefined, (query) =>
      query
        .where('window_id', '=', only?.windowId ?? '')
        .where('student_id', 'in', only?.studentIds ?? []),
    )
    .orderBy('window_id')
    .orderBy('student_id')
    .execute()
  return rows.flatMap((row) => {
    const window = toNotified(row)
    if (!window) return []
    const reminder = {
      opensAt: window.opensAt,
      notifiedAt: row.notified_at ?? 0,
      remindedOf: row.reminded_of,
    }
    if (!isReminderDue(reminder, getWallClock, at)) return []
    const { window_id: windowId, student_id: studentId, name, email: address } = row
    return [{ windowId, studentId, name, address, window }]
  })
}

function toEmail({ name, address, studentId, window }: DueReminder): Email {
  return {
    kind: 'window-reminder',
    to: { name, address },
    accountId: studentId,
    window,
    expiresAt: getLastEntry(window) + 1,
  }
}

async function noteReminded(tx: Db, reminders: readonly DueReminder[]): Promise<void> {
  for (const [windowId, pairs] of Map.groupBy(reminders, (one) => one.windowId)) {
    const ids = pairs.map(({ studentId }) => studentId)
    await tx
      .updateTable('window_emails')
      .set((eb) => ({ reminded_of: eb.ref('notified_opens_at') }))
      .where('window_id', '=', windowId)
      .where('student_id', 'in', ids)
      .execute()
  }
}
