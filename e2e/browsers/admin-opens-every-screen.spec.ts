import { pagePaths } from '#contract/page-paths.ts'
import { completeAttempt, createBatch, createReleasedExam, createStudent } from '#test/factories.ts'
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
  const toPath = (screen: keyof typeof headings) =>
    pagePaths[screen]
      .replace(':testId', testId)
      .replace(':studentId', student.id)
      .replace(':id', screen === 'batch' ? batchId : screen === 'student' ? student.id : testId)
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
