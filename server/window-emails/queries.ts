import type { Seat } from '#core/exam-windows/seats.ts'
import type { WindowEmailState, WindowNotice } from '#core/exam-windows/window-email.ts'
import type { Db } from '../database/database.ts'
import type { WindowEmailRow } from '../database/tables.ts'
import { canTake, isNotifiedOtherwise, isNotOver, selectMembers } from './members.ts'

/** A window and one of its students: its current state, and the state last emailed to them. */
export type FollowedWindow = {
  readonly windowId: string
  readonly studentId: string
  readonly examId: string
  readonly name: string
  readonly address: string
  readonly state: WindowEmailState
  /** The window for this student; null if they have none. */
  readonly current: WindowNotice | null
  readonly emailId: string | null
  /** The window as emailed before the last email. */
  readonly notifiedBefore: WindowNotice | null
}

/** Windows about which an email may be due. */
export async function listWindowsToFollow(db: Db, at: number): Promise<string[]> {
  const rows = await db
    .selectFrom('exam_windows')
    .select('id')
    .where('closes_at', '>', at)
    .where('audience', '!=', 'everyone')
    .union(
      db
        .selectFrom('window_emails')
        .select('window_id as id')
        .where((eb) => eb.or([eb('notified_closes_at', '>', at), eb('pending', 'is not', null)])),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

type PairFilter = {
  readonly windowIds: readonly string[]
  readonly at: number
  /** Limits the list to these students. */
  readonly studentIds?: readonly string[]
}

/**
 * Students whose last email differs from the window, or who have a pending change. Deleted students and
 * students without attempts left get no email.
 */
export async function listFollowed(db: Db, filter: PairFilter): Promise<FollowedWindow[]> {
  return [...(await listMembers(db, filter)), ...(await listFormerMembers(db, filter))]
}

async function listMembers(db: Db, { windowIds, at, studentIds }: PairFilter) {
  const rows = await db
    .selectFrom(selectMembers(db, windowIds).as('members'))
    .innerJoin('students', 'students.id', 'members.student_id')
    .leftJoin('window_emails', (join) =>
      join
        .onRef('window_emails.window_id', '=', 'members.window_id')
        .onRef('window_emails.student_id', '=', 'members.student_id'),
    )
    .select(['members.window_id', 'members.student_id', 'members.exam_id', 'title'])
    .select(['opens_at', 'closes_at', 'latest_entry_at', 'ends_at_closing', 'room', 'seat'])
    .select(['students.name', 'students.email'])
    .select(notifiedColumns)
    .where('students.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('pending', 'is not', null),
        eb.and([isNotOver('', at), eb('notified_opens_at', 'is', null)]),
        eb.and([eb.or([isNotOver('', at), isNotOver('notified_', at)]), isNotifiedOtherwise]),
      ]),
    )
    .where(canTake('members'))
    .$if(studentIds !== undefined, (query) =>
      query.where('members.student_id', 'in', studentIds ?? []),
    )
    .orderBy('members.window_id')
    .orderBy('members.student_id')
    .execute()
  return rows.map((row) =>
    toFollowed(row, {
      title: row.title,
      opensAt: row.opens_at,
      closesAt: row.closes_at,
      latestEntryAt: row.latest_entry_at,
      endsAtClosing: row.ends_at_closing === 1,
      seat: toSeat(row.room, row.seat),
    }),
  )
}

async function listFormerMembers(db: Db, { windowIds, at, studentIds }: PairFilter) {
  const rows = await db
    .selectFrom('window_emails')
    .innerJoin('students', 'students.id', 'window_emails.student_id')
    .leftJoin(selectMembers(db, windowIds).as('members'), (join) =>
      join
        .onRef('members.window_id', '=', 'window_emails.window_id')
        .onRef('members.student_id', '=', 'window_emails.student_id'),
    )
    .select(['window_emails.window_id', 'window_emails.student_id', 'window_emails.exam_id'])
    .select(['students.name', 'students.email'])
    .select(notifiedColumns)
    .where('window_emails.window_id', 'in', windowIds)
    .where('members.student_id', 'is', null)
    .where('students.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('pending', 'is not', null), isNotOver('notified_', at)]))
    .where(canTake('window_emails'))
    .$if(studentIds !== undefined, (query) =>
      query.where('window_emails.student_id', 'in', studentIds ?? []),
    )
    .orderBy('window_emails.window_id')
    .orderBy('window_emails.student_id')
    .execute()
  return rows.map((row) => toFollowed(row, null))
}

const notifiedColumns = [
  ...(['sequence', 'notified_title', 'notified_opens_at', 'notified_closes_at'] as const),
  ...(['notified_latest_entry_at', 'notified_ends_at_closing'] as const),
  ...(['notified_room', 'notified_seat'] as const),
  ...(['email_id', 'notified_before', 'pending', 'pending_since'] as const),
] as const

type NotifiedColumns = Pick<WindowEmailRow, (typeof notifiedColumns)[number]>
type PairRow = Pick<WindowEmailRow, 'window_id' | 'student_id' | 'exam_id'> & {
  readonly name: string
  readonly email: string
}

function toFollowed(
  row: PairRow & { readonly [Column in keyof NotifiedColumns]: NotifiedColumns[Column] | null },
  current: WindowNotice | null,
): FollowedWindow {
  const { pending, pending_since: since } = row
  return {
    windowId: row.window_id,
    studentId: row.student_id,
    examId: row.exam_id,
    name: row.name,
    address: row.email,
    current,
    emailId: row.email_id,
    notifiedBefore: parseNotice(row.notified_before),
    state: {
      notified: toNotified(row),
      sequence: row.sequence ?? -1,
      pending: pending === null ? null : { notice: parseNotice(pending), since: since ?? 0 },
    },
  }
}

export function toNotified(
  row: Omit<
    NotifiedColumns,
    'sequence' | 'email_id' | 'notified_before' | 'pending' | 'pending_since'
  >,
): WindowNotice | null {
  const { notified_title: title, notified_opens_at: opensAt, notified_closes_at: closesAt } = row
  if (title === null || opensAt === null || closesAt === null) return null
  const latestEntryAt = row.notified_latest_entry_at
  return {
    title,
    opensAt,
    closesAt,
    latestEntryAt,
    endsAtClosing: row.notified_ends_at_closing === 1,
    seat: toSeat(row.notified_room, row.notified_seat),
  }
}

function toSeat(room: string | null, number: number | null): Seat | null {
  return room === null || number === null ? null : { room, number }
}

function parseNotice(json: string | null): WindowNotice | null {
  return json === null ? null : (JSON.parse(json) as WindowNotice | null)
}
