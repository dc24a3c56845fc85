import * as auth from '#contract/accounts.ts'
import * as attempts from '#contract/attempts.ts'
import * as audit from '#contract/audit-log.ts'
import { checkToken, keepSession, logout } from '#contract/current-session.ts'
import * as mail from '#contract/email-log.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as enquiries from '#contract/enquiries.ts'
import * as exams from '#contract/exams.ts'
import * as marking from '#contract/grading.ts'
import * as identity from '#contract/identity.ts'
import * as slowedLogins from '#contract/login-throttling.ts'
import * as examRoom from '#contract/proctoring.ts'
import { register } from '#contract/registration.ts'
import * as results from '#contract/results.ts'
import * as secondFactor from '#contract/second-factor.ts'
import * as sessions from '#contract/sessions.ts'
import * as storage from '#contract/storage.ts'
import * as students from '#contract/students.ts'

export const actors = [
  'a visitor',
  'the owner',
  'another student',
  'an admin',
  'a forged cookie',
  'a deleted student',
  'a first-sign-in student',
] as const

/** What stands in the database when each cell is tried. */
export type MatrixFixture = {
  readonly testId: string
  /** Finished by the owner, its result not released. */
  readonly finishedTestId: string
  readonly attemptId: string
  readonly finishedAttemptId: string
  readonly questionId: string
  readonly ownerId: string
  readonly imageId: string
}

type MatrixRequest = { readonly params?: object; readonly body?: unknown }
type MatrixRow = {
  readonly endpoint: Endpoint
  /** The status for each actor, in the order above. */
  readonly statuses: readonly [number, number, number, number, number, number, number]
  readonly request?: (fixture: MatrixFixture) => MatrixRequest
}

const login = { email: 'nobody@example.com', password: 'not a password' }
const newTest = {
  title: 'New',
  questions: [{ question: 'Q', options: ['a', 'b', 'c', 'd'], correct_answer: 'a' }],
}

/** Who gets what from every call. A call that is missing here fails the check. */
export const matrix: readonly MatrixRow[] = [
  { endpoint: checkToken, statuses: [401, 200, 200, 200, 401, 401, 200] },
  { endpoint: logout, statuses: [200, 200, 200, 200, 200, 200, 200] },
  { endpoint: keepSession, statuses: [401, 403, 403, 200, 401, 401, 403] },
  {
    endpoint: secondFactor.logInWithSecondFactor,
    statuses: [401, 401, 401, 401, 401, 401, 401],
    request: () => ({ body: { code: '123456' } }),
  },
  {
    endpoint: secondFactor.createLoginPasskeyChallenge,
    statuses: [401, 401, 401, 401, 401, 401, 401],
  },
  { endpoint: secondFactor.getSecondFactor, statuses: [401, 403, 403, 200, 401, 401, 403] },
  { endpoint: secondFactor.dismissNotice, statuses: [401, 403, 403, 200, 401, 401, 403] },
  { endpoint: secondFactor.beginTotp, statuses: [401, 403, 403, 200, 401, 401, 403] },
  {
    endpoint: secondFactor.turnOnTotp,
    statuses: [401, 403, 403, 401, 401, 401, 403],
    request: () => ({ body: { code: '123456' } }),
  },
  { endpoint: secondFactor.turnOffTotp, statuses: [401, 403, 403, 200, 401, 401, 403] },
  { endpoint: secondFactor.beginPasskey, statuses: [401, 403, 403, 409, 401, 401, 403] },
  {
    endpoint: secondFactor.addPasskey,
    statuses: [401, 403, 403, 400, 401, 401, 403],
    request: () => ({ body: {} }),
  },
  {
    endpoint: secondFactor.removePasskey,
    statuses: [401, 403, 403, 404, 401, 401, 403],
    request: () => ({ params: { id: 'nothing' } }),
  },
  { endpoint: secondFactor.regenerateRecoveryCodes, statuses: [401, 403, 403, 409, 401, 401, 403] },
  { endpoint: secondFactor.getReauthentication, statuses: [401, 403, 403, 200, 401, 401, 403] },
  {
    endpoint: secondFactor.createReauthenticationPasskeyChallenge,
    statuses: [401, 403, 403, 409, 401, 401, 403],
  },
  {
    endpoint: secondFactor.reauthenticate,
    statuses: [401, 403, 403, 401, 401, 401, 403],
    request: () => ({ body: { password: 'not their password' } }),
  },
  { endpoint: sessions.listSessions, statuses: [401, 200, 200, 200, 401, 401, 403] },
  {
    endpoint: sessions.endOwnSession,
    statuses: [401, 404, 404, 404, 401, 401, 403],
    request: () => ({ params: { id: 'nothing' }, body: {} }),
  },
  { endpoint: sessions.endOtherSessions, statuses: [401, 200, 200, 200, 401, 401, 403] },
  {
    endpoint: sessions.confirmSession,
    statuses: [401, 404, 404, 404, 401, 401, 403],
    request: () => ({ params: { id: 'nothing' } }),
  },
  {
    endpoint: auth.adminLogin,
    statuses: [401, 401, 401, 401, 401, 401, 401],
    request: () => ({ body: login }),
  },
  {
    endpoint: auth.studentLogin,
    statuses: [401, 401, 401, 401, 401, 401, 401],
    request: () => ({ body: login }),
  },
  {
    endpoint: auth.changePassword,
    statuses: [401, 401, 401, 401, 401, 401, 401],
    request: () => ({ body: { ...login, newPassword: 'another password' } }),
  },
  {
    endpoint: register,
    statuses: [400, 400, 400, 400, 400, 400, 400],
    request: () => ({ body: {} }),
  },
  { endpoint: students.listStudents, statuses: [401, 403, 403, 200, 401, 401, 403] },
  { endpoint: students.exportStudents, statuses: [401, 403, 403, 200, 401, 401, 403] },
  { endpoint: students.listDeletedStudents, statuses: [401, 403, 403, 200, 401, 401, 403] },
  {
    endpoint: students.restoreStudents,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ ownerId }) => ({ body: { ids: [ownerId] } }),
  },
  {
    endpoint: students.getStudent,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ ownerId }) => ({ params: { id: ownerId } }),
  },
  {
    endpoint: students.getIdentityImage,
    statuses: [401, 403, 403, 404, 401, 401, 403],
    request: ({ ownerId }) => ({ params: { id: ownerId, side: 'front' } }),
  },
  {
    endpoint: identity.getIdentity,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ ownerId }) => ({ params: { id: ownerId } }),
  },
  {
    endpoint: identity.markIdentity,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ ownerId }) => ({ params: { id: ownerId }, body: { checked: true } }),
  },
  {
    endpoint: identity.eraseIdentityImage,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ ownerId }) => ({ params: { id: ownerId, side: 'front' } }),
  },
  {
    endpoint: students.eraseStudent,
    statuses: [401, 403, 403, 404, 401, 401, 403],
    request: ({ ownerId }) => ({ params: { id: ownerId }, body: { name: 'Olga Owner' } }),
  },
  {
    endpoint: students.updateStudent,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ ownerId }) => ({ params: { id: ownerId }, body: { fees: 1 } }),
  },
  {
    endpoint: students.deleteStudents,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ ownerId }) => ({ body: { ids: [ownerId] } }),
  },
  {
    endpoint: students.sendLoginDetails,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ ownerId }) => ({ params: { id: ownerId }, body: { deliver: 'show' } }),
  },
  { endpoint: exams.listExams, statuses: [401, 200, 200, 200, 401, 401, 403] },
  {
    endpoint: exams.createExam,
    statuses: [401, 403, 403, 201, 401, 401, 403],
    request: () => ({ body: newTest }),
  },
  {
    endpoint: exams.getExam,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ testId }) => ({ params: { id: testId } }),
  },
  {
    endpoint: exams.updateExam,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ testId }) => ({ params: { id: testId }, body: { released: false } }),
  },
  {
    endpoint: exams.deleteExam,
    statuses: [401, 403, 403, 409, 401, 401, 403],
    request: ({ testId }) => ({ params: { id: testId } }),
  },
  { endpoint: exams.listDeletedExams, statuses: [401, 403, 403, 200, 401, 401, 403] },
  {
    endpoint: exams.restoreExam,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ testId }) => ({ params: { id: testId } }),
  },
  {
    endpoint: exams.getImage,
    statuses: [401, 200, 404, 200, 401, 401, 403],
    request: ({ imageId }) => ({ params: { id: imageId } }),
  },
  {
    endpoint: attempts.startQuiz,
    statuses: [401, 200, 201, 403, 401, 401, 403],
    request: ({ testId }) => ({ params: { testId } }),
  },
  {
    endpoint: attempts.getQuestions,
    statuses: [401, 200, 409, 403, 401, 401, 403],
    request: ({ testId }) => ({ params: { testId } }),
  },
  {
    endpoint: attempts.submitAnswer,
    statuses: [401, 200, 404, 403, 401, 401, 403],
    request: ({ attemptId, testId, questionId }) => ({
      params: { attemptId, testId },
      body: { questionId, selectedOption: 0 },
    }),
  },
  {
    endpoint: attempts.finishQuiz,
    statuses: [401, 200, 404, 403, 401, 401, 403],
    request: ({ attemptId }) => ({ params: { attemptId }, body: {} }),
  },
  {
    endpoint: attempts.finishExpiredQuiz,
    statuses: [401, 200, 404, 403, 401, 401, 403],
    request: ({ attemptId }) => ({ params: { attemptId }, body: {} }),
  },
  {
    endpoint: examRoom.reportEvent,
    statuses: [401, 200, 404, 403, 401, 401, 403],
    request: ({ attemptId }) => ({
      params: { attemptId },
      body: { kind: 'offline', at: '2026-11-21T04:30:00.000Z' },
    }),
  },
  {
    endpoint: examRoom.getAttemptClock,
    statuses: [401, 200, 404, 403, 401, 401, 403],
    request: ({ attemptId }) => ({ params: { attemptId } }),
  },
  { endpoint: examRoom.getServerTime, statuses: [401, 200, 200, 403, 401, 401, 403] },
  {
    endpoint: examRoom.listAttemptEvents,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ attemptId }) => ({ params: { attemptId } }),
  },
  {
    endpoint: examRoom.listAttemptPlaces,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ attemptId }) => ({ params: { attemptId } }),
  },
  {
    endpoint: examRoom.listTimeAdjustments,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ attemptId }) => ({ params: { attemptId } }),
  },
  {
    endpoint: examRoom.reopenAttempt,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ finishedAttemptId }) => ({
      params: { attemptId: finishedAttemptId },
      body: { why: 'A false alarm' },
    }),
  },
  {
    endpoint: examRoom.addTime,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ attemptId }) => ({ params: { attemptId }, body: { minutes: 5, why: 'Power cut' } }),
  },
  {
    endpoint: examRoom.addTimeToExam,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ testId }) => ({ params: { testId }, body: { minutes: 5, why: 'Power cut' } }),
  },
  {
    endpoint: examRoom.grantAttempt,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ finishedTestId, ownerId }) => ({
      params: { testId: finishedTestId },
      body: { studentId: ownerId, why: 'Was ill' },
    }),
  },
  { endpoint: results.listOwnAttempts, statuses: [401, 200, 200, 403, 401, 401, 403] },
  {
    endpoint: results.getOwnResult,
    statuses: [401, 403, 404, 403, 401, 401, 403],
    request: ({ finishedAttemptId }) => ({ params: { attemptId: finishedAttemptId } }),
  },
  { endpoint: results.listAttempts, statuses: [401, 403, 403, 200, 401, 401, 403] },
  { endpoint: results.listAttemptsByExam, statuses: [401, 403, 403, 200, 401, 401, 403] },
  {
    endpoint: results.listExamAttempts,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ testId }) => ({ params: { testId } }),
  },
  {
    endpoint: results.getScoreStatistics,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ testId }) => ({ params: { testId } }),
  },
  {
    endpoint: results.exportExamAttempts,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ testId }) => ({ params: { testId } }),
  },
  {
    endpoint: results.listStudentAttempts,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ ownerId }) => ({ params: { studentId: ownerId } }),
  },
  {
    endpoint: results.getScoreDetails,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ ownerId, finishedTestId }) => ({
      params: { studentId: ownerId, testId: finishedTestId },
    }),
  },
  {
    endpoint: results.getAnswers,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ ownerId, finishedTestId }) => ({
      params: { studentId: ownerId, testId: finishedTestId },
    }),
  },
  {
    endpoint: results.releaseResults,
    statuses: [401, 403, 403, 202, 401, 401, 403],
    request: ({ finishedTestId }) => ({ params: { testId: finishedTestId } }),
  },
  {
    endpoint: results.unreleaseResults,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ finishedTestId }) => ({
      params: { testId: finishedTestId },
      body: { why: 'A slip of the hand' },
    }),
  },
  {
    endpoint: results.getReleaseProgress,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ finishedTestId }) => ({ params: { testId: finishedTestId } }),
  },
  {
    endpoint: marking.listItemAnalyses,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: ({ finishedTestId }) => ({ params: { testId: finishedTestId } }),
  },
  {
    endpoint: marking.previewCorrection,
    statuses: [401, 403, 403, 400, 401, 401, 403],
    request: ({ finishedTestId }) => ({ params: { testId: finishedTestId } }),
  },
  {
    endpoint: marking.correctAnswerKey,
    statuses: [401, 403, 403, 400, 401, 401, 403],
    request: ({ finishedTestId, questionId }) => ({
      params: { testId: finishedTestId },
      body: { revisionId: 'unknown', questionId, key: 'everyone', why: 'It was wrong' },
    }),
  },
  {
    endpoint: auth.forgotPassword,
    statuses: [200, 200, 200, 200, 200, 200, 200],
    request: () => ({ body: { email: 'nobody@example.com' } }),
  },
  { endpoint: slowedLogins.listThrottledNetworks, statuses: [401, 403, 403, 200, 401, 401, 403] },
  {
    endpoint: slowedLogins.exemptNetwork,
    statuses: [401, 403, 403, 409, 401, 401, 403],
    request: () => ({ body: { network: '192.0.2.7', period: 'hour' } }),
  },
  {
    endpoint: enquiries.sendEnquiry,
    statuses: [400, 400, 400, 400, 400, 400, 400],
    request: () => ({ body: {} }),
  },
  { endpoint: enquiries.listEnquiries, statuses: [401, 403, 403, 200, 401, 401, 403] },
  {
    endpoint: enquiries.markEnquiry,
    statuses: [401, 403, 403, 404, 401, 401, 403],
    request: () => ({ params: { id: 'nothing' }, body: { handled: true } }),
  },
  {
    endpoint: enquiries.eraseEnquiries,
    statuses: [401, 403, 403, 200, 401, 401, 403],
    request: () => ({ body: { ids: ['nothing'] } }),
  },
  { endpoint: audit.listAuditEntries, statuses: [401, 403, 403, 200, 401, 401, 403] },
  { endpoint: storage.getStorage, statuses: [401, 403, 403, 200, 401, 401, 403] },
  { endpoint: mail.getMailStatus, statuses: [401, 403, 403, 200, 401, 401, 403] },
  { endpoint: mail.listEmails, statuses: [401, 403, 403, 200, 401, 401, 403] },
  {
    endpoint: mail.retryEmail,
    statuses: [401, 403, 403, 404, 401, 401, 403],
    request: () => ({ params: { id: 'nothing' } }),
  },
  {
    endpoint: mail.eraseEmail,
    statuses: [401, 403, 403, 404, 401, 401, 403],
    request: () => ({ params: { id: 'nothing' } }),
  },
  { endpoint: mail.retryFailedEmails, statuses: [401, 403, 403, 200, 401, 401, 403] },
  {
    endpoint: mail.sendTestEmail,
    statuses: [401, 403, 403, 202, 401, 401, 403],
    request: () => ({ body: { to: 'office@example.com' } }),
  },
]
