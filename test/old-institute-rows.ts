import { day, minute, type OldRowsInput } from './old-institute-dates.ts'
import { listExams } from './old-institute-exams.ts'
import { listPeople } from './old-institute-people.ts'

export type OldRows = readonly Readonly<Record<string, string | number | null>>[]

type Step = {
  /** The first migration that the rows have not seen. */
  readonly before: string
  readonly tables: Readonly<Record<string, OldRows>>
}

/** An institute that was there from the first version on, by the versions that wrote its rows. */
export function listOldRows(input: OldRowsInput): Step[] {
  return [
    { before: '0015', tables: { ...listPeople(input), ...listExams(input), ...listMails(input) } },
    { before: '0029', tables: listRowsOfAccounts(input) },
    { before: '0044', tables: listLateAnswers(input) },
    { before: '0059', tables: listBatches(input) },
  ]
}

function listMails({ now }: OldRowsInput) {
  const mail = (id: string, rest: object) => ({
    id,
    to_name: 'Priya Nair',
    to_address: 'student001@example.com',
    subject: 'A subject',
    text_body: 'Text',
    html_body: '<p>Text</p>',
    state: 'sent',
    next_try_at: now - 9 * day,
    account_id: null,
    exam_id: null,
    created_at: now - 9 * day,
    search_key: 'priya nair student001@example.com a subject',
    ...rest,
  })
  return {
    enquiries: [1, 2].map((n) => ({
      id: `enquiry-${n}`,
      name: `Enquirer ${n}`,
      name_key: `enquirer ${n}`,
      email: `enquirer${n}@example.com`,
      contact: '98200 00001',
      course: 'Full Stack Development',
      created_at: now - n * day,
      handled_at: n === 2 ? now - day : null,
    })),
    mails: [
      mail('mail-1', { kind: 'result', account_id: 'student-001', exam_id: 'exam-001' }),
      mail('mail-2', { kind: 'enquiry', created_at: now - day, subject: 'Enquirer 1' }),
      mail('mail-3', { kind: 'test', state: 'failed' }),
    ],
    audit: [
      toEntry(1, 'signed in', null, null),
      toEntry(2, 'updated a student', 'student-001', 'fees'),
      toEntry(3, 'reopened an attempt', 'attempt-2', 'Priya was ill'),
    ],
  }

  function toEntry(n: number, action: string, subject: string | null, detail: string | null) {
    const actor = { actor_id: 'admin-1', actor: 'admin@example.com', address: '192.0.2.7' }
    return { id: `entry-${n}`, at: now - 12 * day + n, ...actor, action, subject, detail }
  }
}

function listRowsOfAccounts({ now }: OldRowsInput) {
  const at = now - 7 * day
  return {
    accounts: [
      {
        id: 'admin-2',
        role: 'admin',
        staff_role: 'teacher',
        email: 'teacher@example.com',
        name: 'Tara',
        created_at: at,
        disabled_at: at,
      },
    ],
    recovery_codes: [{ account_id: 'admin-2', code_hash: 'a hash', used_at: null }],
    ended_sessions: [
      {
        id: 'session-1',
        account_id: 'admin-1',
        address: '192.0.2.7',
        device_name: 'Firefox on Linux',
        device_kind: 'computer',
        method: 'password',
        created_at: at,
        ended_at: at + 1,
        end_reason: 'ended',
      },
    ],
    attempt_places: [
      {
        attempt_id: 'attempt-2',
        address: '192.0.2.9',
        device_id: 'a device',
        device_name: 'Chrome on Windows',
        first_at: at,
        last_at: at,
        calls: 4,
      },
    ],
    password_requests: [
      { id: 'request-1', email: 'student001@example.com', address: '192.0.2.7', at },
    ],
    known_places: [{ account_id: 'student-001', kind: 'network', digest: 'a digest', seen_at: at }],
    idempotency_keys: [
      {
        key_hash: 'a key',
        body_hash: 'a body',
        account_id: null,
        exam_id: 'exam-001',
        created_at: now - minute,
      },
    ],
  }
}

function listLateAnswers({ now }: OldRowsInput) {
  return {
    late_answers: [
      {
        attempt_id: 'attempt-1',
        question_id: 'q2',
        answer: '{"option":0}',
        sequence: 2,
        received_at: now - 19 * day,
        decision: 'left-out',
        decided_at: now - 18 * day,
      },
    ],
  }
}

function listBatches({ now }: OldRowsInput) {
  return {
    batches: [
      {
        id: 'batch-1',
        name: 'Morning’s B12',
        name_key: 'morning’s b12',
        course: 'full stack',
        start_day: '2026-10-05',
        end_day: '2027-04-02',
        seats: 60,
        created_at: now - 6 * day,
      },
    ],
    batch_students: ['student-001', 'student-004'].map((student_id) => ({
      batch_id: 'batch-1',
      student_id,
      added_at: now - 6 * day,
    })),
    exam_windows: [
      {
        id: 'window-1',
        exam_id: 'exam-003',
        audience: 'batch',
        batch_id: 'batch-1',
        opens_at: now + day,
        closes_at: now + day + 60 * minute,
        ends_at_closing: 0,
        created_at: now - 5 * day,
      },
    ],
    incident_decisions: [
      {
        incident_id: 'incident-1',
        attempt_id: 'attempt-1',
        decision_id: 'decision-1',
        group_id: 'group-1',
        outcome: 'kept',
        why: 'A false alarm',
        given_ms: null,
        decided_at: now - 5 * day,
        decided_by: 'admin-1',
      },
    ],
  }
}
