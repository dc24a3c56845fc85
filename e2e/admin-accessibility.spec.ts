import type { Page } from '@playwright/test'
import { applyAction } from '#contract/live.ts'
import { reportEvent } from '#contract/proctoring.ts'
import { deleteStudents } from '#contract/students.ts'
import {
  completeAttempt,
  createBatch,
  createQuestions,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
} from '#test/factories.ts'
import type { TestClient } from '#test/test-app.ts'
import { logInAsAdmin, unfold } from './admin-actions.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  type ListeningTestApp,
  openWithin,
  test,
} from './fixtures.ts'

test('the screens of tests and students are accessible in both themes', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  const { id, studentId } = await createInstitute(testApp)
  await page.goto('/admin/login')
  await expectScreenAccessible(page, 'Admin Login')
  await logInAsAdmin(page)
  await expectScreenAccessible(page, 'Tests')
  for (const [path, heading] of [
    ['/admin/create/test', 'Create Test'],
    [`/admin/view/test/${id}`, 'View Test'],
    ['/admin/fetch/students', 'Students'],
    ['/admin/fetch/students?show=deleted', 'Recently deleted'],
    [`/getStudents/${studentId}`, 'Priya Nair'],
    [`/getScore/${studentId}`, 'Priya Nair'],
    ['/admin/staff', 'Staff'],
  ] as const) {
    await openWithin(page, path)
    await expectScreenAccessible(page, heading)
  }
  await openWithin(page, `/getStudents/${studentId}`)
  for (const title of ['Batches', 'Quiz allowances', 'Login details']) await unfold(page, title)
  await expectScreenAccessible(page, 'Priya Nair')
  await openWithin(page, `/admin/update/test/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByText('Rules').click()
  await page.getByLabel('Title', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Enter a title')).toBeVisible()
  await expectScreenAccessible(page, 'Update Test')
})

test('the screens of results are accessible in both themes', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  const { id, studentId } = await createInstitute(testApp)
  await page.goto('/admin/login')
  await logInAsAdmin(page)
  for (const [path, heading] of [
    ['/admin/scorelist', 'Results'],
    ['/admin/tests', 'Results by test'],
    [`/admin/test/${id}/scores`, 'React JS'],
    [`/admin/test/${id}/scores?view=questions`, 'React JS'],
    [`/admin/test/${id}/student/${studentId}`, 'Priya Nair'],
  ] as const) {
    await openWithin(page, path)
    await expectScreenAccessible(page, heading)
  }
})

test('the screens of an exam day are accessible in both themes', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  const { id, batchId, liveId } = await createInstitute(testApp)
  await page.goto('/admin/login')
  await logInAsAdmin(page)
  for (const [path, heading] of [
    ['/admin/batches', 'Batches'],
    [`/admin/batches/${batchId}`, batchName],
    [`/admin/update/test/${id}/windows`, 'Who may take it, and when'],
    ['/admin/today', 'Today'],
    ['/admin/incidents', 'Incidents'],
    ['/admin/live', 'Live'],
  ] as const) {
    await openWithin(page, path)
    await expectScreenAccessible(page, heading)
  }
  // The rows' states, and the bar with what can be done for those selected.
  await page.setViewportSize({ width: 1280, height: 900 })
  await openWithin(page, `/admin/test/${liveId}/live`)
  await page.getByRole('checkbox', { name: 'Select all that are listed' }).check()
  await expectScreenAccessible(page, 'Node JS')
})

test('users who are not admins are redirected', async ({ page, testApp }) => {
  const student = await createStudent(testApp)
  await testApp.createAdmin()
  await page.goto('/admin/scorelist?search=react')
  await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fscorelist%3Fsearch%3Dreact')
  await logInAsAdmin(page, '/admin/scorelist?search=react')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  const cookies = Object.entries(student.cookies)
  await page
    .context()
    .addCookies(cookies.map(([name, value]) => ({ name, value, url: testApp.url })))
  await page.goto('/admin/home')
  await expect(page).toHaveURL('/student/studentpanel')
})

const batchName = `Morning <script>alert(1)</script> ${'Weekend'.repeat(8)}`

async function createInstitute(testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const withCode = createQuestions(3).map((question) => ({ ...question, codeSnippet: 'log(1)' }))
  const exam = await createReleasedExam(admin, { title: 'React JS', questions: withCode })
  const student = await createStudent(testApp, 'Priya Nair')
  await completeAttempt(student, exam._id, 2)
  const long = 'Venkatanarasimharajuvaripeta Lakshminarayanan Balasubramaniam'
  const { _id: batchId } = await createBatch(admin, [student, await createStudent(testApp, long)], {
    name: batchName,
    seats: 1,
  })
  const audience = { kind: 'batch', batchId } as const
  await openWindow(admin, exam._id, { now: testApp.deps.now(), audience, entry: 20 })
  const { id: deletedId } = await createStudent(testApp, 'Gone Yesterday')
  await admin.request(deleteStudents, { body: { ids: [deletedId] } })
  const liveId = await createRunningExam(testApp, admin)
  return { id: exam._id, studentId: student.id, batchId, liveId }
}

/** One of its students is paused, one was ended, and two have made no contact. */
async function createRunningExam(testApp: ListeningTestApp, admin: TestClient) {
  const { _id: testId } = await createReleasedExam(admin, { title: 'Node JS' })
  const attempts = []
  for (const name of ['Asha Rao', 'Bimal Das', 'Chitra Nair', 'Deepak Rawat']) {
    const student = await createStudent(testApp, name)
    attempts.push({ student, ...(await startAttempt(student, testId)) })
  }
  const [paused, ended] = attempts
  if (!paused || !ended) throw new Error('Nobody takes the test')
  await admin.request(applyAction, {
    params: { testId },
    body: { kind: 'pause', reason: 'illness', attemptIds: [paused.attemptId] },
  })
  await ended.student.request(reportEvent, {
    params: { attemptId: ended.attemptId },
    body: { kind: 'devtools', at: new Date(testApp.deps.now()).toISOString() },
  })
  return testId
}

/** No violation found by axe, one h1, and no horizontal scrolling, even at 400 % zoom. */
async function expectScreenAccessible(page: Page, heading: string) {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
}
