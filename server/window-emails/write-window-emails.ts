import { setImmediate } from 'node:timers/promises'
import { getLastEntry } from '#core/exam-windows/window.ts'
import {
  composeDueEmail,
  type DecidedEmail,
  followWindow,
} from '#core/exam-windows/window-email.ts'
import { type Db, toBatches } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Email } from '../platform/mailer/email.ts'
import {
  eraseOverWindows,
  type NotifiedWindow,
  saveNotified,
  savePending,
} from './notified-queries.ts'
import { type FollowedWindow, listFollowed, listWindowsToFollow } from './queries.ts'
import { getWindowEmailSettings, lockWindowEmailSettings } from './settings.ts'
import { writeReminders } from './write-reminders.ts'

/**
 * SQLite blocks running exams while it reads or writes, so many windows are read in several turns of a
 * few milliseconds, and a large batch is written in several transactions of 25 ms.
 */
const windowsAtOnce = 4
const batchSize = 50

type WindowEmailDeps = Pick<Deps, 'db' | 'mail' | 'now'>

/** Finds students whose last email differs from their window, and queues the emails that are due. */
export async function writeWindowEmails(deps: WindowEmailDeps): Promise<void> {
  const { db, mail, now } = deps
  if (!(await getWindowEmailSettings(db.read)).areSent) return
  let hasChanged = false
  for (const windowIds of toBatches(await listWindowsToFollow(db.read, now()), windowsAtOnce)) {
    const changed = (await listFollowed(db.read, { windowIds, at: now() })).filter((one) =>
      isProgress(one, now()),
    )
    hasChanged ||= changed.length > 0
    for (const [windowId, pairs] of Map.groupBy(changed, (one) => one.windowId)) {
      for (const some of toBatches(pairs, batchSize)) {
        const studentIds = some.map(({ studentId }) => studentId)
        await db.write((tx) => followStudents(tx, deps, windowId, studentIds))
      }
    }
    await setImmediate()
  }
  if (hasChanged) {
    await db.write((tx) => eraseOverWindows(tx, now()))
    mail.wake()
  }
  await writeReminders(deps)
}

function isProgress({ state, current }: FollowedWindow, at: number): boolean {
  const { state: next, email } = followWindow(state, current, at)
  return email !== null || next.pending !== state.pending
}

async function followStudents(
  tx: Db,
  { mail, now }: WindowEmailDeps,
  windowId: string,
  studentIds: readonly string[],
) {
  if (!(await lockWindowEmailSettings(tx)).areSent) return
  const at = now()
  // Another process may have queued emails to some of them since.
  const followed = await listFollowed(tx, { windowIds: [windowId], studentIds, at })
  const waiting: FollowedWindow[] = []
  const due: { readonly pair: FollowedWindow; readonly email: DecidedEmail }[] = []
  const unchanged: NotifiedWindow[] = []
  for (const pair of followed) {
    const { state, email } = followWindow(pair.state, pair.current, at)
    if (!email) {
      if (state.pending !== pair.state.pending) waiting.push({ ...pair, state })
      continue
    }
    const known = await withdrawUnsent(tx, mail, pair, at)
    const again = composeDueEmail({ ...pair.state, notified: known }, pair.current, at)
    if (again) due.push({ pair, email: again })
    else
      unchanged.push(
        toNotifiedWindow(pair, { notified: known, notifiedBefore: known, notifiedAt: at }),
      )
  }
  await savePending(
    tx,
    waiting.map(({ windowId: id, studentId, examId, state: { pending } }) => ({
      windowId: id,
      studentId,
      examId,
      pending,
    })),
  )
  const emailIds = await mail.queue(
    tx,
    due.map(({ pair, email }) => toEmail(pair, email, at)),
    at,
  )
  const notified = due.map(({ pair, email }, index) => ({
    ...toNotifiedWindow(pair, {
      notified: pair.current,
      notifiedBefore: email.before,
      notifiedAt: at,
    }),
    sequence: email.sequence,
    emailId: emailIds[index] ?? null,
  }))
  await saveNotified(tx, [...unchanged, ...notified])
}

/**
 * Withdraws the last email if it was not sent yet, so that it does not arrive beside its correction.
 * @returns the window as the student knows it
 */
async function withdrawUnsent(
  tx: Db,
  mail: WindowEmailDeps['mail'],
  { emailId, state, notifiedBefore }: FollowedWindow,
  at: number,
) {
  const isWithdrawn = emailId !== null && (await mail.withdrawUnsent(tx, emailId, at))
  return isWithdrawn ? notifiedBefore : state.notified
}

function toNotifiedWindow(
  { windowId, studentId, examId, state }: FollowedWindow,
  notified: Pick<NotifiedWindow, 'notified' | 'notifiedBefore' | 'notifiedAt'>,
): NotifiedWindow {
  return { windowId, studentId, examId, sequence: state.sequence, emailId: null, ...notified }
}

function toEmail(
  { windowId, studentId, name, address }: FollowedWindow,
  { kind, notice, before, sequence }: DecidedEmail,
  at: number,
): Email {
  const lastEntries = [notice, ...(before ? [before] : [])].map(getLastEntry)
  return {
    kind: `window-${kind}`,
    to: { name, address },
    accountId: studentId,
    window: notice,
    before,
    calendar: { windowId, sequence, writtenAt: at },
    expiresAt: Math.max(...lastEntries) + 1,
  }
}
