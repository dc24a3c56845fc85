import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('screens tell two students with one name apart', async ({ page, testApp }) => {
  const admin = await openAsAdmin(page, testApp)
  const numbered = await createStudent(testApp, 'Aadhya Iyer', {
    email: 'aadhya.iyer@example.com',
    roll_number: '26-1017',
  })
  const other = await createStudent(testApp, 'AADHYA  Iyer', { email: 'other.iyer@example.com' })
  const nila = await createStudent(testApp, 'Nila Menon', { email: 'nila@example.com' })
  const { _id: testId } = await createReleasedExam(admin, { integrityMode: 'observe' })
  for (const student of [numbered, other, nila]) await startAttempt(student, testId)

  await page.goto(`/admin/test/${testId}/live`)
  await expect(page.getByRole('row', { name: /Aadhya Iyer 26-1017/ })).toBeVisible()
  await expect(
    page.getByRole('row', { name: /AADHYA Iyer other\.iyer@example\.com/ }),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: /Nila Menon/ })).not.toContainText('@')
  await expect(page.getByRole('button', { name: 'Act on Aadhya Iyer, 26-1017' })).toBeVisible()
  await page.getByLabel("Student's name").fill('1017')
  await expect(page.getByRole('row', { name: /Iyer/ })).toHaveCount(1)
  await expectAccessible(page)

  await page.goto('/admin/scorelist')
  await expect(page.getByRole('row', { name: /Aadhya Iyer 26-1017/ })).toBeVisible()

  await page.goto('/admin/fetch/students')
  await page.getByRole('checkbox', { name: 'Select Aadhya Iyer, 26-1017' }).check()
  await page.getByRole('checkbox', { name: /Select AADHYA\s+Iyer, other/ }).check()
  await page.getByRole('button', { name: 'Delete Selected (2)' }).click()
  const names = page.getByRole('dialog').getByRole('listitem')
  await expect(names).toHaveText([
    /Aadhya Iyer, 26-1017$/,
    /AADHYA\s+Iyer, other\.iyer@example\.com$/,
  ])
})
