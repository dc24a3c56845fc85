import { createHash } from 'node:crypto'
import { addExamWindow } from '#contract/exam-windows.ts'
import { createExam } from '#contract/exams.ts'
import { importStudents } from '#contract/student-import.ts'
import { listStudents } from '#contract/students.ts'
import { toAddress, toTitle } from './marks.ts'
import type { Staff } from './staff.ts'

const secondsPerQuestion = 20
const [minQuestions, maxQuestions] = [5, 60]

export type MadeUpStudent = { readonly email: string; readonly password: string }

type SetUpOptions = {
  readonly code: string
  readonly students: number
  readonly minutes: number
}

/** Not released, so that nobody sees it yet. @returns its id */
export async function makeExam(staff: Staff, { code, minutes }: SetUpOptions): Promise<string> {
  const usual = Math.round((minutes * 60) / secondsPerQuestion)
  const count = Math.min(maxQuestions, Math.max(minQuestions, usual))
  const questions = Array.from({ length: count }, (_, at) => ({
    question: `Question ${at + 1} of a rehearsal: which of these is the third?`,
    options: ['The first', 'The second', 'The third', 'The fourth'],
    correct_answer: 'The third',
  }))
  const { test } = await staff.ask(createExam, {
    // The window ends it before that.
    body: {
      title: toTitle(code),
      duration: Math.ceil(minutes),
      integrityMode: 'observe',
      questions,
    },
    headers: toKeyHeader(code, 'exam'),
  })
  return test._id
}

/** One-time passwords come in the reply, as for slips: no email is sent. */
export async function makeStudents(
  staff: Staff,
  { code, students }: SetUpOptions,
): Promise<readonly MadeUpStudent[]> {
  const rows = Array.from({ length: students }, (_, at) => ({
    line: at + 1,
    name: `Made-up student ${at + 1}`,
    course: 'full stack',
    email: toAddress(code, at + 1),
  }))
  const { slips } = await staff.ask(importStudents, {
    body: { rows, batchId: null, deliver: 'slips' },
    headers: toKeyHeader(code, 'students'),
  })
  return slips
}

type WindowTimes = { readonly opensAt: number; readonly closesAt: number }

/** Only they may start, and the bell rings for all of them at the closing. */
export async function openWindow(
  staff: Staff,
  { code, testId, opensAt, closesAt }: WindowTimes & { code: string; testId: string },
): Promise<void> {
  const students = await staff.ask(listStudents, { query: { search: `@${code}.` } })
  await staff.ask(addExamWindow, {
    params: { testId },
    body: {
      audience: { kind: 'students', studentIds: students.map(({ _id }) => _id) },
      opensAt: toInstant(opensAt),
      closesAt: toInstant(closesAt),
      endsAtClosing: true,
      release: true,
    },
  })
}

function toInstant(at: number): string {
  return new Date(at).toISOString()
}

/** A key of the required length: the same call sent again is carried out once. */
function toKeyHeader(code: string, what: string) {
  return { 'idempotency-key': createHash('sha256').update(`${code} ${what}`).digest('hex') }
}
