import { changePassword, studentLogin } from '#contract/accounts.ts'
import { importStudents } from '#contract/student-import.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'

const email = 'nila@example.com'
const password = 'three green parrots'

test('staff see incomplete registrations, and let a student take a test before completing theirs', async ({
  page,
  browser,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  await page.getByRole('link', { name: 'Students' }).click()
  await expect(page.getByRole('heading', { name: 'Students', level: 1 })).toBeVisible()
  const link = page.getByRole('link', { name: 'Registration not complete' })
  await expect(page.getByText('No student found').first()).toBeVisible()
  await expect(link, 'nobody is on the list').toHaveCount(0)

  const rows = [{ line: 2, name: 'Nila Menon', email, course: 'php' }]
  const { json } = await admin.request(importStudents, {
    body: { rows, batchId: null, deliver: 'slips' },
  })
  const oneTime = json.slips[0]?.password ?? ''
  const nila = testApp.createClient()
  await nila.request(studentLogin, { body: { email, password: oneTime } })
  const body = { email, password: oneTime, newPassword: password }
  await nila.request(changePassword, { body })
  const student = await (await browser.newContext({ baseURL: testApp.url })).newPage()
  await student.goto('/student/login')
  await student.getByLabel('Email').fill(email)
  await student.getByLabel('Password', { exact: true }).fill(password)
  await student.getByRole('button', { name: 'Login' }).click()
  await expect(student).toHaveURL('/student/registration')

  await page.reload()
  await link.click()
  await expect(page.getByText('Comes first at the login')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Let sit first: Nila Menon' }).click()
  await expect(page.getByText('1 student may sit first, for 24 hours.').first()).toBeVisible()
  await expect(page.getByText(/^Waits until/)).toBeVisible()
  await student.reload()
  await expect(student).toHaveURL('/student/studentpanel')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Comes first at the login')).toBeVisible()
  await student.reload()
  await expect(student).toHaveURL('/student/registration')
  await student.context().close()
})
