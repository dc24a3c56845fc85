import { pagePaths } from '#contract/page-paths.ts'
import {
  completeAttempt,
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
} from '#test/factories.ts'
import { expect, test } from './fixtures.ts'

/** The heading of each screen of staff; of a step that nothing leads to yet, the first step's. */
const headings = {
  adminHome: 'Tests',
  secondFactor: 'Second factor',
  adminSessions: 'Where you are logged in',
  createExam: 'Create Test',
  viewExam: 'View Test',
  updateExam: 'Update Test',
  examWindows: 'Who may take it, and when',
  register: 'Node JS',
  today: 'Today',
  batches: 'Batches',
  batch: 'Morning B12',
  students: 'Students',
  student: 'Priya Nair',
  importStudents: 'Add many students',
  importColumns: 'Add many students',
  importCheck: 'Add many students',
  importConfirm: 'Add many students',
  importDone: 'Add many students',
  incidents: 'Incidents',
  enquiries: 'Enquiries',
  mail: 'Mail',
  staff: 'Staff',
  audit: 'Audit log',
  scoreList: 'Results',
  score: 'Priya Nair',
  examsWithAttempts: 'Results by test',
  examScores: 'Node JS',
  studentAnswers: 'Priya Nair',
  liveExams: 'Live',
  live: 'Node JS',
} as const satisfies Partial<Record<keyof typeof pagePaths, string>>

const screens = Object.entries(headings) as [keyof typeof headings, string][]

test('an admin opens every screen', { tag: '@long' }, async ({ user, testApp }) => {
  const admin = await testApp.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, { title: 'Node JS' })
  const student = await createStudent(testApp, 'Priya Nair')
  await completeAttempt(student, testId, 1)
  const { _id: batchId } = await createBatch(admin, [student])
  const audience = { kind: 'batch', batchId } as const
  const window = await openWindow(admin, testId, { now: Date.now(), audience })
  const ids: Partial<Record<keyof typeof headings, string>> = {
    batch: batchId,
    student: student.id,
    register: window._id,
  }
  const toPath = (screen: keyof typeof headings) =>
    pagePaths[screen]
      .replace(':testId', testId)
      .replace(':studentId', student.id)
      .replace(':id', ids[screen] ?? testId)
  const staffPaths = Object.entries(pagePaths).filter(([, path]) => /^\/(admin|get)/.test(path))
  const beforeLogin = ['adminLogin', 'adminForgotPassword']
  const expected = staffPaths.map(([screen]) => screen).filter((one) => !beforeLogin.includes(one))
  expect(Object.keys(headings).toSorted()).toEqual(expected.toSorted())

  await user.open(pagePaths.adminForgotPassword)
  await user.seeThe('heading', /password/i)
  await user.logInAsAdmin()
  for (const [screen, heading] of screens) {
    await user.open(toPath(screen))
    await user.seeThe('heading', heading)
    expect(user.page.complaints, screen).toEqual([])
  }
})
