import type { Endpoint } from '#contract/endpoint.ts'
import { type Caller, getPermissions, staffRoleNames } from '#core/accounts/permissions.ts'

const staffActors = staffRoleNames.map((role) => ({ name: `staff: ${role}`, role }))
/** Callers whose cookie is worthless. */
const strangers = ['a visitor', 'a forged cookie', 'a deleted student', 'disabled staff']
const students = ['the student', 'another student']

/** Each role of staff is tried without being named here. */
export const actors: readonly string[] = [
  ...strangers,
  ...students,
  'a first-sign-in student',
  ...staffActors.map(({ name }) => name),
]

/**
 * Derives from the endpoint who may call it: 401 without a session, 403 for a caller that it does
 * not admit.
 */
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

/** The endpoints that answer an allowed caller with another status than usual. */
export const exceptions: Readonly<Record<string, Exception>> = {
  followMachineClock: { why: 'the clocks agree', status: 409 },
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
  deleteStudents: { why: 'an attempt runs', status: 409 },
  eraseExam: { why: 'the test is not deleted', status: 404 },
  createBatch: { why: 'the name is taken the second time', again: 409 },
  addStudent: { why: 'the address is taken the second time', again: 409 },
  deleteExamWindow: { why: 'it is gone the second time', again: 404 },
  findWindowOverlap: { why: 'no batch is named', status: 400 },
  openMakeUpWindow: { why: 'nobody is absent', status: 409 },
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
  putMessageAway: notTheirs,
  undoLiveAction: noSuchThing,
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
  decideIncidents: { why: 'nothing happened to it', status: 404 },
  writeStatement: { why: 'nothing happened to it, or it is not theirs', status: 404 },
  dismissOutcome: { why: 'nothing happened to it, or it is not theirs', status: 404 },
  previewCorrection: emptyForm,
  correctAnswerKey: { why: 'there is no such key', status: 400 },
  exemptNetwork: { why: 'the network is not slowed down', status: 409 },
  resendResult: { why: 'the result is not released', status: 403 },
  markEnquiry: noSuchThing,
  retryEmail: noSuchThing,
  eraseEmail: noSuchThing,
}
