import { finishQuiz, getQuestions, startQuiz, submitAnswer } from '#contract/attempts.ts'
import * as batches from '#contract/batches.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { addExamWindow } from '#contract/exam-windows.ts'
import { createExam, updateExam } from '#contract/exams.ts'
import type { Room } from '#core/exam-windows/seats.ts'
import { kindNames } from '#core/questions/question.ts'
import { addAccount } from '#server/accounts/queries.ts'
import { addStudent, type NewStudent } from '#server/students/queries.ts'
import type { TestApp, TestClient } from './test-app.ts'

export const studentPassword = 'a long student password'

export type TestStudent = TestClient & { readonly id: string; readonly email: string }

/** A student with a password of their own, logged in. */
export async function createStudent(
  { deps, createClient }: TestApp,
  name = 'Priya Nair',
  overrides: Partial<Parameters<typeof addStudent>[1]> = {},
): Promise<TestStudent> {
  const id = deps.newId()
  // In hex, since a random id may contain the name that a spec searches for.
  const email = overrides.email ?? `${Buffer.from(id).toString('hex')}@example.com`
  const passwordHash = await deps.passwords.hash(studentPassword)
  const at = deps.now()
  await deps.db.write(async (tx) => {
    await addAccount(tx, { id, role: 'student', email, name, passwordHash }, at)
    await addStudent(tx, { ...studentRecord, id, email, name, created_at: at, ...overrides })
  })
  const student = createClient()
  const body = { email, password: studentPassword }
  const reply = await student.send('POST', '/api/auth/studentLogin', { body })
  if (reply.status !== 200) throw new Error(`The student could not log in: ${reply.text}`)
  return { ...student, id, email }
}

export const studentRecord: NewStudent = {
  id: '',
  name: 'Priya Nair',
  email: 'priya@example.com',
  phone: '+91 98200 00001',
  dob: '21-11-2004',
  gender: 'female',
  role: 'student',
  fname: 'Ravi Nair',
  fphone: '+91 98200 00002',
  laddress: 'Flat 12, Sai Residency, Pune',
  paddress: 'Flat 12, Sai Residency, Pune',
  qualification: 'B.Com',
  qualification_year: '2025',
  college: 'Fergusson College',
  designation: null,
  company: null,
  course: 'full stack',
  other_course: null,
  referral: 'Google',
  friend_name: null,
  fees: null,
  start_date: null,
  remarks: null,
  extra_time_percent: 0,
  front_image_id: null,
  back_image_id: null,
  terms_version: '2026-11',
  terms_accepted_at: 0,
  created_at: 0,
}

/** Question n asks for n; its right option says "right n". */
export function createQuestions(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    question: `Question ${n}`,
    options: [`right ${n}`, `wrong ${n} a`, `wrong ${n} b`, `wrong ${n} c`],
    correct_answer: `right ${n}`,
  }))
}

/** Narrows a question in a reply to single choice; another kind fails the spec. */
export function expectSingleChoice<Item extends { readonly kind?: string | undefined }>(
  item: Item | undefined,
): Extract<Item, { readonly kind?: 'single-choice' | undefined }> {
  if (!item || item.kind !== undefined) throw new Error('This is not a single-choice question')
  return item as never
}

/** The same, and every second question has two right options: "right n" and "also right n". */
export function createMixedQuestions(count: number): CreateExamBody['questions'] & object[] {
  return createQuestions(count).map((question, n) =>
    n % 2 === 0
      ? question
      : {
          kind: 'multiple-choice' as const,
          question: question.question,
          options: [`right ${n}`, `wrong ${n} a`, `also right ${n}`, `wrong ${n} b`],
          correct_answers: [`right ${n}`, `also right ${n}`],
        },
  )
}

/** To a question of those: the right answer first, then three wrong ones, each as the texts of its options. */
export function listPossibleAnswers(question: number): string[][] {
  const [right, also, a, b] = ['right', 'also right', 'wrong', 'wrong'].map(
    (word, at) => `${word} ${question}${at < 2 ? '' : ` ${'ab'[at - 2]}`}`,
  ) as [string, string, string, string]
  return question % 2 === 0
    ? [[right], [a], [b], [`wrong ${question} c`]]
    : [[right, also], [right], [right, a, also], [b]]
}

type CreateExamBody = BodyOf<typeof createExam>

export async function createDraftExam(admin: TestClient, overrides: Partial<CreateExamBody> = {}) {
  const body = {
    title: 'React JS',
    duration: 30,
    questions: createQuestions(5),
    ...overrides,
  } as CreateExamBody
  const { status, json, text } = await admin.request(createExam, { body })
  if (status !== 201) throw new Error(`The test was not created: ${text}`)
  return json.test
}

export async function releaseExam(admin: TestClient, id: string) {
  await admin.request(updateExam, { params: { id }, body: { released: true } })
}

export async function createReleasedExam(
  admin: TestClient,
  overrides: Partial<CreateExamBody> = {},
) {
  const exam = await createDraftExam(admin, overrides)
  await releaseExam(admin, exam._id)
  return exam
}

/** From October to April, and with these students. */
export async function createBatch(
  staff: TestClient,
  students: readonly TestStudent[] = [],
  overrides: Partial<BodyOf<typeof batches.createBatch>> = {},
) {
  const days = { startDate: '2026-10-05', endDate: '2027-04-02' }
  const body = { name: 'Morning B12', course: 'react js', ...days, ...overrides } as const
  const { status, json, text } = await staff.request(batches.createBatch, { body })
  if (status !== 201) throw new Error(`The batch was not created: ${text}`)
  const { _id: id } = json.batch
  const studentIds = students.map((student) => student.id)
  if (studentIds.length > 0) {
    await staff.request(batches.addBatchStudents, { params: { id }, body: { studentIds } })
  }
  return json.batch
}

/** Opens and closes so many minutes after `now`, for everyone unless said otherwise. */
export async function openWindow(
  staff: TestClient,
  testId: string,
  {
    now,
    opens = 0,
    closes = 60,
    entry = null,
    ...rest
  }: {
    now: number
    opens?: number
    closes?: number
    entry?: number | null
    audience?: BodyOf<typeof addExamWindow>['audience']
    endsAtClosing?: boolean
    rooms?: Room[]
    release?: boolean
  },
) {
  const toInstant = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const body = {
    audience: { kind: 'everyone' as const },
    opensAt: toInstant(opens),
    closesAt: toInstant(closes),
    latestEntryAt: entry === null ? null : toInstant(entry),
    ...rest,
  }
  const { status, json, text } = await staff.request(addExamWindow, { params: { testId }, body })
  if (status !== 201) throw new Error(`The window was not added: ${text}`)
  return json.window
}

/** Starts an attempt and gets its questions as presented. */
export async function startAttempt(student: TestClient, testId: string) {
  const body = { kinds: kindNames }
  const { json: started } = await student.request(startQuiz, { params: { testId }, body })
  const { json: paper } = await student.request(getQuestions, { params: { testId } })
  return { attemptId: started.quizAttemptId, testId, paper }
}

/** Answers the first `right` questions rightly and the others wrongly, then finishes. */
export async function completeAttempt(student: TestClient, testId: string, right: number) {
  const { attemptId, paper } = await startAttempt(student, testId)
  for (const [place, question] of paper.questions.entries()) {
    const pattern = place < right ? /^right/ : /^wrong/
    const selectedAnswer = question.options.find(({ text }) => pattern.test(text))?.text
    const body = { questionId: question._id, selectedAnswer }
    await student.request(submitAnswer, { params: { attemptId, testId }, body })
  }
  await student.request(finishQuiz, { params: { attemptId }, body: {} })
  return attemptId
}

/** Priya's entries in the registration form. */
export const registrationFields = {
  name: 'Priya Nair',
  email: 'Priya@Example.com',
  phone: '+91 98200 00001',
  dob: '21-11-2004',
  gender: 'female',
  fname: 'Ravi Nair',
  fphone: '(022) 2820-0002',
  laddress: 'Flat 12, Sai Residency, Pune',
  paddress: 'Flat 12, Sai Residency, Pune',
  role: 'student',
  qualification: 'B.Com',
  qualificationYear: '2025',
  college: 'Fergusson College',
  course: 'full stack',
  referral: 'Google',
  termsAccepted: 'true',
}

export function createFormData(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Buffer>> = {},
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files)) {
    form.set(name, new Blob([new Uint8Array(bytes)]), `${name}.jpg`)
  }
  return form
}

export function createRegistrationForm(
  overrides: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, Buffer>> = {},
): FormData {
  return createFormData({ ...registrationFields, ...overrides }, files)
}
