import { listAuditEntries } from '#contract/audit-log.ts'
import { listEmails } from '#contract/email-log.ts'
import { listExams } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { createDraftExam, createStudent } from '#test/factories.ts'
import { logInAsAdmin, openAsAdmin, unfold, writeQuestion } from './admin-actions.ts'
import { expect, openWithin, test } from './fixtures.ts'

// As most people see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a save made offline stays on the page and is carried out later, once', async ({
  page,
  testApp,
  context,
  complaints,
}) => {
  const admin = await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  await page.getByRole('link', { name: 'Create Test' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Fruit')
  await writeQuestion(page, 1, 'Which?', ['Apple', 'Pear', 'Plum', 'Fig'])
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByText('Error creating test. You seem to be offline.')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Fruit')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Create Test' }).dblclick()
  await expect(page).toHaveURL('/admin/home')
  expect((await admin.request(listExams)).json).toHaveLength(1)

  const student = await createStudent(testApp)
  await page.goto(`/getStudents/${student.id}`)
  await page.getByLabel('Fees').fill('45000')
  await page.getByLabel('Remarks').fill('Pays monthly')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText(/Failed to update student\..*You seem to be offline/)).toBeVisible()
  await expect(page.getByLabel('Remarks')).toHaveValue('Pays monthly')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Update', exact: true }).dblclick()
  await expect(page.getByText('Student details updated successfully.')).toBeVisible()
  expect(await countAuditEvents(admin, 'student.updated')).toBe(1)
  expect(complaints.splice(0).join()).toMatch(/ERR_INTERNET_DISCONNECTED/)
})

test('a page requested offline says that it is waiting, and loads with the connection', {
  tag: '@long',
}, async ({ page, testApp, context, complaints }) => {
  await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  await createStudent(testApp, 'Priya Nair')
  await createStudent(testApp, 'Rohan Rao')
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  const getRow = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await expect(getRow('Rohan Rao')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/^You are offline\. What you see may be old;/)).toBeVisible()
  await page.getByLabel('Search by name').fill('Priya')
  await expect(page).toHaveURL(/Priya/)
  await context.setOffline(false)
  await expect(page.getByText(/^You are offline\./)).toBeHidden()
  await expect(getRow('Priya Nair')).toBeVisible()
  await expect(getRow('Rohan Rao')).toBeHidden()
  // One file may have been on its way when the connection went.
  expect(complaints.splice(0).length).toBeLessThanOrEqual(1)
})

test('a double click acts once', async ({ page, testApp }) => {
  const admin = await openAsAdmin(page, testApp)
  const student = await createStudent(testApp)
  await createDraftExam(admin)
  await page.goto(`/getStudents/${student.id}`)
  await unfold(page, 'Login details')
  await page.getByRole('button', { name: 'Send by mail' }).dblclick()
  await expect(page.getByText(/^Mail is not set up: the login details for/).first()).toBeVisible()
  await unfold(page, 'Quiz allowances')
  await page.getByLabel('Percent of the duration').fill('25')
  await page.getByRole('button', { name: 'Save allowances' }).dblclick()
  await expect.poll(() => countAuditEvents(admin, 'student.updated')).toBe(1)
  await page.getByRole('link', { name: 'Mail', exact: true }).click()
  await page.getByRole('button', { name: 'Send a test mail' }).dblclick()
  await page.getByLabel('To', { exact: true }).fill('office@example.com')
  await page.getByRole('button', { name: 'Send test mail', exact: true }).dblclick()
  await expect(page.getByText(/^The test mail to office@example\.com/)).toBeVisible()
  expect((await admin.request(listEmails)).json).toHaveLength(2)

  await page.goto('/admin/home')
  await page.getByRole('button', { name: 'Delete React JS' }).dblclick()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete test' }).dblclick()
  await expect(page.getByRole('heading', { name: 'No tests found.' })).toBeVisible()
  expect(await countAuditEvents(admin, 'exam.deleted')).toBe(1)
})

test('the back button leads to nothing deleted', async ({ page, testApp, complaints }) => {
  const admin = await openAsAdmin(page, testApp)
  await createDraftExam(admin)
  await createStudent(testApp, 'Priya Nair')
  await page.goto('/admin/home')
  await page.getByRole('link', { name: 'View React JS' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('React JS')
  await page.getByRole('link', { name: 'Tests', exact: true }).first().click()
  await page.getByRole('button', { name: 'Delete React JS' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete test' }).click()
  await expect(page.getByRole('heading', { name: 'No tests found.' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Test not found')).toBeVisible()

  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await page.getByRole('link', { name: 'Priya Nair' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Priya Nair' })).toBeVisible()
  await page.getByRole('link', { name: 'Students', exact: true }).first().click()
  await page.getByRole('checkbox', { name: /Priya Nair/ }).click()
  await page.getByRole('button', { name: 'Delete Selected (1)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 student' }).click()
  await expect(page.getByText('1 student deleted.')).toBeVisible()
  await page.goBack()
  // The list, empty now, says the same; the student's page asked the server again.
  const missing = expect.stringMatching(/status of 404/)
  await expect.poll(() => complaints).toEqual([missing, missing])
  await expect(page.getByText('No student found')).toBeVisible()
  complaints.length = 0
})

test('a student is redirected from every admin page, and a visitor to the login', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const student = await createStudent(testApp)
  const names = [
    ...(['adminHome', 'students', 'student', 'createExam', 'viewExam', 'updateExam'] as const),
    ...(['scoreList', 'score', 'examsWithAttempts', 'examScores', 'studentAnswers'] as const),
    ...(['enquiries', 'mail', 'audit'] as const),
  ]
  const paths = names.map((name) => pagePaths[name].replace(/:\w+/g, 'any'))
  await page.goto(pagePaths.batches)
  for (const path of paths) {
    await openWithin(page, path)
    await expect(page).toHaveURL(`/admin/login?next=${encodeURIComponent(path)}`)
  }
  const cookies = Object.entries(student.cookies)
  await page
    .context()
    .addCookies(cookies.map(([name, value]) => ({ name, value, url: testApp.url })))
  await page.goto(pagePaths.adminHome)
  for (const path of paths) {
    await openWithin(page, path)
    await expect(page).toHaveURL('/student/studentpanel')
  }
  // The panel may still have a call in progress, which would be refused.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await testApp.createAdmin()
  await logInAsAdmin(page)
})

async function countAuditEvents(admin: Awaited<ReturnType<typeof openAsAdmin>>, action: string) {
  const { json } = await admin.request(listAuditEntries)
  return json.filter((event) => event.action === action).length
}
