import type { Locator } from '@playwright/test'
import { getBatch } from '#contract/batches.ts'
import { listStudents } from '#contract/students.ts'
import { createBatch } from '#test/factories.ts'
import { isLongRun } from '#test/long-run.ts'
import { getFields, priya } from '#test/registration-page.ts'
import { createStudentTable, writeStudentWorkbook } from '#test/student-table.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { pressKey, tabTo } from './keyboard-actions.ts'
import { getLiveRegion } from './live-region.ts'

const table = [
  'Student Name\tE-mail ID\tHandy\tCourse\tParent’s phone\tTeam',
  'Nila Menon\tnila@example.com\t98220 41736\tReact JS\t\tLion',
  'Arjun Menon\tnila@example.com\t98220\tMERN bootcamp\t98220 11904\tLion',
  'Kabir Das\tkabir@example.com\t98220 41739\tMern  Bootcamp\t\tTiger',
  'Nobody\t\t98220 41740\tReact JS\t\t',
].join('\n')
const ownPassword = 'three green parrots'

test('a pasted table is imported, corrected and printed as slips by keyboard alone', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const admin = await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  const press = (target: Locator, key = 'Enter') => pressKey(page, target, key)
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target)
    await page.keyboard.type(text)
  }
  await press(page.getByRole('link', { name: 'Students' }))
  await press(page.getByRole('link', { name: 'Add many' }))
  await expectAccessibleInBothThemes(page)
  await tabTo(page, page.getByLabel('Or paste a table'))
  await page.keyboard.insertText(table)
  await expect(getLiveRegion(page).first()).toHaveText('4 rows read.')
  await press(page.getByRole('button', { name: 'Continue' }))

  await type(page.getByLabel('Column C Handy'), 'Phone')
  await type(page.getByLabel('Column F Team'), 'Left')
  await expectAccessibleInBothThemes(page)
  await press(page.getByRole('button', { name: 'Check 4 rows' }))

  await expect(page.getByText('Row 2 has this address.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await type(page.getByLabel('Email in row 3'), 'arjun@example.com')
  await type(page.getByLabel('Phone in row 3'), '98220 41737')
  await type(page.getByLabel('Course in row 3'), 'Full')
  const kabir = page.getByRole('row').filter({ hasText: 'Kabir Das' })
  await expect(kabir.getByText('Ready')).toBeHidden()
  await press(page.getByRole('button', { name: 'For all 2 rows with “MERN bootcamp”' }))
  await expect(page.getByLabel('Course in row 3')).toBeFocused()
  await expect(kabir.getByText('Ready'), 'in its place').toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Leave out row 3' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Put back row 5' })).toBeFocused()

  await page.reload()
  await expect(page.getByText('is read as Full Stack in 2 rows. Remembered on this')).toBeVisible()
  await press(page.getByRole('link', { name: 'Continue with 3 students' }))
  await tabTo(page, page.getByRole('radio', { name: /^By e-mail/ }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: /^Printed slips/ })).toBeChecked()
  await expectAccessibleInBothThemes(page)
  expect((await admin.request(listStudents)).json, 'nothing is stored yet').toEqual([])
  await press(page.getByRole('button', { name: 'Add 3 students' }))
  await expect(page.getByText('3 students added.').first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await press(page.getByRole('button', { name: 'Print the slips' }))
  await expect(page.locator('body[data-printed]')).toBeVisible()
  const slip = page.getByRole('listitem').filter({ hasText: 'nila@example.com' })
  const oneTime = await slip.getByText(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/).innerText()
  await press(page.getByRole('link', { name: 'Finish' }))
  await press(page.getByRole('button', { name: 'Leave' }))
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

test('a workbook shows the errors of its rows, and adds the other rows to a batch', async ({
  page,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const { _id: batchId } = await createBatch(admin, [], { name: 'December intake <b>' })
  const [total, faulty] = isLongRun ? [1_000, 37] : [100, 9]
  const good = total - faulty
  const { rows, errors } = createStudentTable({ seed: 16, rows: total, errors: faulty })
  const buffer = Buffer.from(await writeStudentWorkbook(rows))
  // Well before the key, since the browser cancels a dialog that nothing intercepts yet.
  const chooser = page.waitForEvent('filechooser')
  await page.goto(`/admin/batches/${batchId}`)
  await page.getByRole('link', { name: 'Add many students' }).click()
  const file = page.getByLabel('File with students')
  await file.focus()
  await page.keyboard.press('Space')
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const startedAt = Date.now()
  await (await chooser).setFiles({ name: 'Nov.xlsx', mimeType, buffer })
  await expect(page.getByText(`${total.toLocaleString('en-IN')} rows read.`)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(`${faulty} rows shown`)).toBeVisible()
  const numbers = await page.getByRole('row').locator('td:first-child').allInnerTexts()
  expect(numbers.map(Number)).toEqual([...errors.keys()].toSorted((one, other) => one - other))

  await page.getByRole('link', { name: `Continue with ${good} students` }).click()
  await expect(page.getByLabel('Into which batch')).toHaveValue(batchId)
  await page.getByRole('button', { name: `Add ${good} students` }).click()
  await expect(page.getByText(`${good} students added.`).first()).toBeVisible()
  const seconds = (Date.now() - startedAt) / 1000
  test.info().annotations.push({ type: 'seconds', description: String(seconds) })
  if (isLongRun) expect(seconds).toBeLessThan(5)
  const { json } = await admin.request(getBatch, { params: { id: batchId } })
  expect(json.students).toBe(good)
})
