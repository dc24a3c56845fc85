import type { Endpoint } from '#contract/endpoint.ts'
import { type Caller, getPermissions, staffRoleNames } from '#core/accounts/permissions.ts'

const staffActors = staffRoleNames.map((role) => ({ name: `staff: ${role}`, role }))
/** Whose cookie is good for nothing. */
const strangers = ['a visitor', 'a forged cookie', 'a deleted student', 'disabled staff']
const students = ['the student', 'another student']

/** Each role of staff is tried without being named here. */
export const actors: readonly string[] = [
  ...strangers,
  ...students,
  'a first-sign-in student',
  ...staffActors.map(({ name }) => name),
]

/** What is in the database when each cell is tried. */
export type MatrixFixture = {
  readonly testId: string
  /** Finished by the student, its result not released. */
  readonly finishedTestId: string
  readonly attemptId: string
  readonly finishedAttemptId: string
  readonly questionId: string
  readonly studentId: string
  readonly imageId: string
  /** A member of staff who is none of the actors, and the version of their account. */
  readonly colleague: { readonly id: string; readonly version: string }
}

/** By what the endpoint says of itself: 401 without a session, 403 to whom it is not open. */
export function isOpenTo({ access }: Endpoint, actor: string): boolean {
  if (access === 'visitor') return true
  if (strangers.includes(actor)) return false
  if (access === 'session') return true
  const callers = [access].flat() as Caller[]
  if (students.includes(actor)) return callers.includes('student')
  const role = staffActors.find(({ name }) => name === actor)?.role
  if (!role) return false
  return callers.some((caller) =>
    caller === 'staff' ? true : (getPermissions(role) as readonly Caller[]).includes(caller),
  )
}

type Place = {
  readonly name: string
  readonly endpoint: Endpoint
  readonly actor: string
  /** Somebody before has made this call, and it was carried out. */
  readonly isAgain: boolean
}

/** A good answer has the endpoint's own status, unless an exception names another. */
export function getExpectedStatus({ name, endpoint, actor, isAgain }: Place): number {
  if (!isOpenTo(endpoint, actor)) return strangers.includes(actor) ? 401 : 403
  const exception = exceptions[name]
  const named = exception?.only?.[actor] ?? (isAgain ? exception?.again : undefined)
  return named ?? exception?.status ?? endpoint.status ?? 200
}

type Exception = {
  readonly why: string
  /** To everyone it is open to. */
  readonly status?: number
  /** To everyone but the first. */
  readonly again?: number
  readonly only?: Readonly<Record<string, number>>
}

const notTheirs = { why: 'the attempt is not theirs', only: { 'another student': 404 } }
const noSuchThing = { why: 'there is no such thing', status: 404 }
const wrongLogin = { why: 'nobody has this address and password', status: 401 }
const emptyForm = { why: 'the form is empty', status: 400 }

/** Where an allowed caller is not answered as the endpoint answers by itself. */
export const exceptions: Readonly<Record<string, Exception>> = {
  adminLogin: wrongLogin,
  studentLogin: wrongLogin,
  changePassword: wrongLogin,
  logInWithSecondFactor: { why: 'no login waits for a second step', status: 401 },
  createLoginPasskeyChallenge: { why: 'no login waits for a second step', status: 401 },
  turnOnTotp: { why: 'no key was made that the code could be of', status: 401 },
  beginPasskey: { why: 'this address of the site has no passkeys', status: 409 },
  addPasskey: emptyForm,
  removePasskey: noSuchThing,
  regenerateRecoveryCodes: { why: 'no second factor is on', status: 409 },
  createReauthenticationPasskeyChallenge: {
    why: 'this address of the site has no passkeys',
    status: 409,
  },
  reauthenticate: { why: 'it is not their password', status: 401 },
  endOwnSession: noSuchThing,
  confirmSession: noSuchThing,
  inviteStaff: { why: 'the address is taken the second time', again: 409 },
  changeStaffRole: { why: 'the version is an older one the second time', again: 409 },
  disableStaff: { why: 'the version is an older one the second time', again: 409 },
  register: emptyForm,
  sendEnquiry: emptyForm,
  getIdentityImage: { why: 'the student sent no pictures', status: 404 },
  eraseStudent: { why: 'the student is not deleted', status: 404 },
  updateStudent: { why: 'fees are not a field of theirs', only: { 'staff: teacher': 403 } },
  deleteExam: { why: 'an attempt runs', status: 409 },
  startQuiz: {
    why: 'theirs runs already; another student’s begins',
    only: { 'another student': 201 },
  },
  getQuestions: { why: 'theirs does not run', only: { 'another student': 409 } },
  getImage: { why: 'it is on no paper of theirs', only: { 'another student': 404 } },
  submitAnswer: notTheirs,
  finishQuiz: notTheirs,
  finishExpiredQuiz: notTheirs,
  reportEvent: notTheirs,
  acknowledgeWarning: notTheirs,
  getAttemptClock: notTheirs,
  getOwnResult: {
    why: 'not released, or not theirs',
    only: { 'the student': 403, 'another student': 404 },
  },
  reopenAttempt: { why: 'it runs the second time', again: 409 },
  sendLateAnswers: {
    why: 'theirs still runs, or is not theirs',
    only: { 'the student': 409, 'another student': 404 },
  },
  decideLateAnswers: { why: 'nothing came late', status: 409 },
  previewCorrection: emptyForm,
  correctAnswerKey: { why: 'there is no such key', status: 400 },
  exemptNetwork: { why: 'the network is not slowed down', status: 409 },
  markEnquiry: noSuchThing,
  retryEmail: noSuchThing,
  eraseEmail: noSuchThing,
}

type MatrixRequest = { readonly params?: object; readonly body?: unknown }

const login = { email: 'nobody@example.com', password: 'not a password' }
const newTest = {
  title: 'New',
  questions: [{ question: 'Q', options: ['a', 'b', 'c', 'd'], correct_answer: 'a' }],
}

/** What is sent, where a call says more than its path. */
export const requests: Readonly<Record<string, (fixture: MatrixFixture) => MatrixRequest>> = {
  inviteStaff: () => ({
    body: { name: 'Nandini Rao', email: 'nandini@example.com', role: 'teacher' },
  }),
  changeStaffRole: ({ colleague }) => ({
    params: { id: colleague.id },
    body: { role: 'teacher', basedOn: colleague.version },
  }),
  disableStaff: ({ colleague }) => ({
    params: { id: colleague.id },
    body: { disabled: true, basedOn: colleague.version },
  }),
  endStaffSessions: ({ colleague }) => ({ params: { id: colleague.id } }),
  resetSecondFactor: ({ colleague }) => ({ params: { id: colleague.id } }),
  logInWithSecondFactor: () => ({ body: { code: '123456' } }),
  turnOnTotp: () => ({ body: { code: '123456' } }),
  addPasskey: () => ({ body: {} }),
  removePasskey: () => ({ params: { id: 'nothing' } }),
  reauthenticate: () => ({ body: { password: 'not their password' } }),
  endOwnSession: () => ({ params: { id: 'nothing' }, body: {} }),
  confirmSession: () => ({ params: { id: 'nothing' } }),
  adminLogin: () => ({ body: login }),
  studentLogin: () => ({ body: login }),
  changePassword: () => ({ body: { ...login, newPassword: 'another password' } }),
  register: () => ({ body: {} }),
  restoreStudents: ({ studentId }) => ({ body: { ids: [studentId] } }),
  getStudent: ({ studentId }) => ({ params: { id: studentId } }),
  getIdentityImage: ({ studentId }) => ({ params: { id: studentId, side: 'front' } }),
  getIdentity: ({ studentId }) => ({ params: { id: studentId } }),
  markIdentity: ({ studentId }) => ({ params: { id: studentId }, body: { checked: true } }),
  eraseIdentityImage: ({ studentId }) => ({ params: { id: studentId, side: 'front' } }),
  eraseStudent: ({ studentId }) => ({ params: { id: studentId }, body: { name: 'Olga Owner' } }),
  updateStudent: ({ studentId }) => ({ params: { id: studentId }, body: { fees: 1 } }),
  deleteStudents: ({ studentId }) => ({ body: { ids: [studentId] } }),
  sendLoginDetails: ({ studentId }) => ({ params: { id: studentId }, body: { deliver: 'show' } }),
  createExam: () => ({ body: newTest }),
  getExam: ({ testId }) => ({ params: { id: testId } }),
  updateExam: ({ testId }) => ({ params: { id: testId }, body: { released: false } }),
  deleteExam: ({ testId }) => ({ params: { id: testId } }),
  restoreExam: ({ testId }) => ({ params: { id: testId } }),
  getImage: ({ imageId }) => ({ params: { id: imageId } }),
  startQuiz: ({ testId }) => ({ params: { testId } }),
  getQuestions: ({ testId }) => ({ params: { testId } }),
  submitAnswer: ({ attemptId, testId, questionId }) => ({
    params: { attemptId, testId },
    body: { questionId, selectedOption: 0 },
  }),
  sendLateAnswers: ({ attemptId, questionId }) => ({
    params: { attemptId },
    body: { answers: [{ questionId, selectedOption: 0, sequence: 1 }] },
  }),
  listLateAnswers: ({ finishedAttemptId }) => ({ params: { attemptId: finishedAttemptId } }),
  decideLateAnswers: ({ finishedAttemptId }) => ({
    params: { attemptId: finishedAttemptId },
    body: { decision: 'accepted', why: 'Network', answers: [] },
  }),
  finishQuiz: ({ attemptId }) => ({ params: { attemptId }, body: {} }),
  finishExpiredQuiz: ({ attemptId }) => ({ params: { attemptId }, body: {} }),
  reportEvent: ({ attemptId }) => ({
    params: { attemptId },
    body: { kind: 'offline', at: '2026-11-21T04:30:00.000Z' },
  }),
  acknowledgeWarning: ({ attemptId }) => ({
    params: { attemptId },
    body: { number: 1, at: '2026-11-21T04:30:00.000Z' },
  }),
  getAttemptClock: ({ attemptId }) => ({ params: { attemptId } }),
  listAttemptEvents: ({ attemptId }) => ({ params: { attemptId } }),
  listAttemptPlaces: ({ attemptId }) => ({ params: { attemptId } }),
  listTimeAdjustments: ({ attemptId }) => ({ params: { attemptId } }),
  reopenAttempt: ({ finishedAttemptId }) => ({
    params: { attemptId: finishedAttemptId },
    body: { why: 'A false alarm' },
  }),
  addTime: ({ attemptId }) => ({ params: { attemptId }, body: { minutes: 5, why: 'Power cut' } }),
  addTimeToExam: ({ testId }) => ({ params: { testId }, body: { minutes: 5, why: 'Power cut' } }),
  grantAttempt: ({ finishedTestId, studentId }) => ({
    params: { testId: finishedTestId },
    body: { studentId: studentId, why: 'Was ill' },
  }),
  getOwnResult: ({ finishedAttemptId }) => ({ params: { attemptId: finishedAttemptId } }),
  listExamAttempts: ({ testId }) => ({ params: { testId } }),
  getScoreStatistics: ({ testId }) => ({ params: { testId } }),
  exportExamAttempts: ({ testId }) => ({ params: { testId } }),
  listStudentAttempts: ({ studentId }) => ({ params: { studentId: studentId } }),
  getScoreDetails: ({ studentId, finishedTestId }) => ({
    params: { studentId: studentId, testId: finishedTestId },
  }),
  getAnswers: ({ studentId, finishedTestId }) => ({
    params: { studentId: studentId, testId: finishedTestId },
  }),
  releaseResults: ({ finishedTestId }) => ({ params: { testId: finishedTestId } }),
  unreleaseResults: ({ finishedTestId }) => ({
    params: { testId: finishedTestId },
    body: { why: 'A slip of the hand' },
  }),
  getReleaseProgress: ({ finishedTestId }) => ({ params: { testId: finishedTestId } }),
  listItemAnalyses: ({ finishedTestId }) => ({ params: { testId: finishedTestId } }),
  previewCorrection: ({ finishedTestId }) => ({ params: { testId: finishedTestId } }),
  correctAnswerKey: ({ finishedTestId, questionId }) => ({
    params: { testId: finishedTestId },
    body: { revisionId: 'unknown', questionId, key: 'everyone', why: 'It was wrong' },
  }),
  forgotPassword: () => ({ body: { email: 'nobody@example.com' } }),
  exemptNetwork: () => ({ body: { network: '192.0.2.7', period: 'hour' } }),
  sendEnquiry: () => ({ body: {} }),
  markEnquiry: () => ({ params: { id: 'nothing' }, body: { handled: true } }),
  eraseEnquiries: () => ({ body: { ids: ['nothing'] } }),
  retryEmail: () => ({ params: { id: 'nothing' } }),
  eraseEmail: () => ({ params: { id: 'nothing' } }),
  sendTestEmail: () => ({ body: { to: 'office@example.com' } }),
}
