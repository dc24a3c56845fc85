/** Records in the database when each cell is tried. */
export type MatrixFixture = {
  readonly testId: string
  /** Finished by the student, its result not released. */
  readonly finishedTestId: string
  readonly attemptId: string
  readonly finishedAttemptId: string
  readonly questionId: string
  readonly studentId: string
  readonly imageId: string
  /** Without windows and with one; the window is of `testId`. */
  readonly batchId: string
  readonly windowId: string
  /** A member of staff who is none of the actors, and the version of their account. */
  readonly colleague: { readonly id: string; readonly version: string }
}

type MatrixRequest = {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
}

const login = { email: 'nobody@example.com', password: 'not a password' }
/** Long after the matrix is tried. */
const window = { opensAt: '2027-01-05T04:30:00.000Z', closesAt: '2027-01-05T05:30:00.000Z' }
const newTest = {
  title: 'New',
  questions: [{ question: 'Q', options: ['a', 'b', 'c', 'd'], correct_answer: 'a' }],
}

/** Bodies and parameters of the calls that need more than their path. */
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
  getLoginPlace: () => ({ params: { ticket: 'a-ticket-of-nobody' } }),
  changePassword: () => ({ body: { ...login, newPassword: 'another password' } }),
  register: () => ({ body: {} }),
  completeRegistration: () => ({ body: {} }),
  lookUpAddresses: () => ({ body: { emails: ['nobody@example.com'] } }),
  lookUpStudent: () => ({ body: { name: 'Nobody' } }),
  addStudent: () => ({
    body: {
      name: 'Nila Menon',
      email: 'nila.one@example.com',
      phone: '98200 11223',
      course: 'php',
      batchId: null,
      deliver: 'slips',
    },
  }),
  importStudents: () => ({
    body: {
      rows: [{ line: 2, name: 'Nila Menon', email: 'nila@example.com', course: 'php' }],
      batchId: null,
      deliver: 'mail',
    },
  }),
  restoreStudents: ({ studentId }) => ({ body: { ids: [studentId] } }),
  getStudent: ({ studentId }) => ({ params: { id: studentId } }),
  getIdentityImage: ({ studentId }) => ({ params: { id: studentId, side: 'front' } }),
  getIdentity: ({ studentId }) => ({ params: { id: studentId } }),
  markIdentity: ({ studentId }) => ({ params: { id: studentId }, body: { checked: true } }),
  eraseIdentityImage: ({ studentId }) => ({ params: { id: studentId, side: 'front' } }),
  eraseStudent: ({ studentId }) => ({ params: { id: studentId }, body: { name: 'Olga Owner' } }),
  updateStudent: ({ studentId }) => ({ params: { id: studentId }, body: { fees: 1 } }),
  deleteStudents: ({ studentId }) => ({ body: { ids: [studentId] } }),
  postponeRegistrations: ({ studentId }) => ({ body: { ids: [studentId], isPostponed: true } }),
  sendLoginDetails: ({ studentId }) => ({ params: { id: studentId }, body: { deliver: 'show' } }),
  printSlips: ({ studentId }) => ({ body: { of: { ids: [studentId] }, onlyWaiting: false } }),
  createExam: () => ({ body: newTest }),
  duplicateExam: ({ testId }) => ({ params: { id: testId }, body: { title: 'Again' } }),
  getExam: ({ testId }) => ({ params: { id: testId } }),
  updateExam: ({ testId }) => ({ params: { id: testId }, body: { released: false } }),
  deleteExam: ({ testId }) => ({ params: { id: testId } }),
  restoreExam: ({ testId }) => ({ params: { id: testId } }),
  eraseExam: ({ testId }) => ({ params: { testId }, body: { title: 'With a picture' } }),
  getImage: ({ imageId }) => ({ params: { id: imageId } }),
  getBatch: ({ batchId }) => ({ params: { id: batchId } }),
  createBatch: () => ({
    body: {
      name: 'Evening B14',
      course: 'full stack',
      seats: 60,
      startDate: '2026-12-01',
      endDate: '2027-05-29',
    },
  }),
  updateBatch: ({ batchId }) => ({ params: { id: batchId }, body: { seats: 40 } }),
  deleteBatch: ({ batchId }) => ({ params: { id: batchId } }),
  restoreBatch: ({ batchId }) => ({ params: { id: batchId } }),
  listBatchStudents: ({ batchId }) => ({ params: { id: batchId } }),
  addBatchStudents: ({ batchId, studentId }) => ({
    params: { id: batchId },
    body: { studentIds: [studentId] },
  }),
  removeBatchStudents: ({ batchId, studentId }) => ({
    params: { id: batchId },
    body: { studentIds: [studentId] },
  }),
  listWindowStudents: ({ windowId }) => ({ params: { id: windowId } }),
  addExamWindow: ({ testId }) => ({
    params: { testId },
    body: { audience: { kind: 'everyone' }, ...window },
  }),
  updateExamWindow: ({ windowId }) => ({ params: { id: windowId }, body: { endsAtClosing: true } }),
  deleteExamWindow: ({ windowId }) => ({
    params: { id: windowId },
    body: { without: 'open-to-everyone' },
  }),
  deleteExamWindows: ({ testId }) => ({ params: { testId }, body: { without: 'unrelease' } }),
  listAbsentStudents: ({ testId }) => ({ params: { testId } }),
  openMakeUpWindow: ({ testId }) => ({ params: { testId }, body: window }),
  getWindowEmails: () => ({}),
  updateWindowEmails: () => ({ body: { areSent: false, areRemindersSent: false } }),
  getRegister: ({ windowId }) => ({ params: { id: windowId } }),
  excuseStudents: ({ windowId, studentId }) => ({
    params: { id: windowId },
    body: { studentIds: [studentId], reason: 'illness' },
  }),
  revertExcuses: ({ windowId, studentId }) => ({
    params: { id: windowId },
    body: { studentIds: [studentId] },
  }),
  exportRegister: ({ windowId }) => ({ params: { id: windowId } }),
  getLobby: ({ testId }) => ({ params: { testId } }),
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
  decideIncidents: ({ finishedAttemptId }) => ({
    body: {
      decisionId: 'decision',
      groupId: 'nothing',
      outcome: 'kept',
      why: 'A false alarm',
      incidents: [{ _id: 'nothing', attemptId: finishedAttemptId }],
    },
  }),
  revertDecision: () => ({ body: { decisionId: 'nothing', why: 'A slip of the hand' } }),
  writeStatement: ({ finishedAttemptId }) => ({
    params: { attemptId: finishedAttemptId },
    body: { incidentId: 'nothing', text: 'The power went.' },
  }),
  dismissOutcome: ({ finishedAttemptId }) => ({
    params: { attemptId: finishedAttemptId },
    body: { incidentId: 'nothing', decidedAt: '2026-11-21T04:30:00.000Z', isDismissed: true },
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
  putMessageAway: ({ attemptId }) => ({ params: { attemptId, messageId: 'nothing' } }),
  getLiveTable: ({ testId }) => ({ params: { testId } }),
  getLiveTables: ({ testId }) => ({ query: { tests: testId } }),
  applyAction: ({ testId }) => ({
    params: { testId },
    body: { kind: 'pause', reason: 'power-cut' },
  }),
  undoLiveAction: () => ({ params: { actionId: 'nothing' } }),
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
  getKeyReveal: ({ finishedTestId }) => ({ params: { testId: finishedTestId } }),
  resendResult: ({ finishedAttemptId }) => ({ params: { attemptId: finishedAttemptId } }),
  listItemAnalyses: ({ finishedTestId }) => ({ params: { testId: finishedTestId } }),
  exportItemAnalyses: ({ finishedTestId }) => ({ params: { testId: finishedTestId } }),
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
