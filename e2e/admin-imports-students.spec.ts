import { listStudents } from '#contract/students.ts'
import { getFields, priya } from '#test/registration-page.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const table = [
  'Student Name\tE-mail ID\tMobile No.\tCourse\tParent’s phone',
  'Nila Menon\tnila@example.com\t98220 41736\tReact JS\t',
  'Arjun Menon\tnila@example.com\t98220\tMERN bootcamp\t98220 11904',
].join('\n')
const ownPassword = 'three green parrots'

test('a pasted table: mended in its rows, printed as slips, completed at the first sign-in', async ({
  page,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  await page.getByRole('link', { name: 'Students' }).click()
  await page.getByRole('link', { name: 'Add many' }).click()
  await page.getByLabel('Or paste a table').fill(table)
  await expect(page.getByRole('status').first()).toHaveText('2 rows read.')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByText('Row 2 has this address.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email in row 3').fill('arjun@example.com')
  await page.getByLabel('Phone in row 3').fill('98220 41737')
  await page.getByLabel('Course in row 3').selectOption({ label: 'Full Stack' })
  const row = page.getByRole('row').filter({ hasText: 'Arjun Menon' })
  await expect(row.getByText('Ready'), 'in its place').toBeVisible()

  await page.reload()
  await page.getByRole('link', { name: 'Continue with 2 students' }).click()
  await page.getByRole('radio', { name: /^Printed slips/ }).check()
  expect((await admin.request(listStudents)).json, 'nothing is stored yet').toEqual([])
  await page.getByRole('button', { name: 'Add 2 students' }).click()
  await expect(page.getByText('2 students added.')).toBeVisible()
  const slip = page.getByRole('listitem').filter({ hasText: 'nila@example.com' })
  const oneTime = await slip.getByText(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/).innerText()
  await page.getByRole('link', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('link', { name: 'Nila Menon' })).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/student/login')
  await page.getByLabel('Email').fill('nila@example.com')
  await page.getByLabel('Password', { exact: true }).fill(oneTime)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByLabel('One-time password').fill(oneTime)
  await page.getByLabel('New password').fill(ownPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL('/student/registration')
  const fields = getFields(page)
  await expect(fields.phone).toHaveValue('98220 41736')
  await fields.dob.fill(priya.dob)
  await page.getByLabel('Female').check()
  await fields.fname.fill(priya.fname)
  await fields.fphone.fill(priya.fphone)
  await fields.laddress.fill(priya.laddress)
  await fields.sameAddress.check()
  await page.getByLabel('Working professional').check()
  await fields.designation.fill('Clerk')
  await fields.company.fill('Menon & Co')
  await fields.referral.selectOption('Google')
  await fields.consent.check()
  await fields.terms.check()
  await page.getByRole('button', { name: 'Complete registration' }).click()
  await expect(page).toHaveURL('/student/studentpanel')
})
