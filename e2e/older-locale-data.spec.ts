import { listStudents } from '#contract/students.ts'
import { createBatch, createReleasedExam } from '#test/factories.ts'
import { tellDatesAsIcu72 } from '#test/older-locale-data.ts'
import { fillStudentRegistration, getFields } from '#test/registration-page.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(({ page }) => page.addInitScript(tellDatesAsIcu72))

test('a student registers with a picked or typed birthday', async ({ page, testApp }) => {
  const { register } = await fillStudentRegistration(page, { dob: '' })
  await page.getByRole('button', { name: 'Pick a day' }).click()
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await calendar.getByRole('button', { name: '2003' }).click()
  await calendar.getByRole('button', { name: 'Aug' }).click()
  await calendar.getByRole('button', { name: '14 August 2003' }).click()
  const { dob } = getFields(page)
  await expect(dob).toHaveValue('14-08-2003')
  await dob.fill('15-08-2003')
  await register.click()
  await expect(page).toHaveURL('/student/login')
  const { json } = await (await testApp.createAdmin()).request(listStudents)
  expect(json).toMatchObject([{ dob: '15-08-2003' }])
})

test('batches show their days and states, and a window opens at its hour', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const admin = await openAsAdmin(page, testApp)
  await createBatch(admin, [], { startDate: '2020-10-05', endDate: '2199-04-02' })
  await createReleasedExam(admin, { title: 'Node JS' })
  await page.goto('/admin/batches')
  const card = page.getByText('5 Oct 2020 to 2 Apr 2199')
  await expect(card).toBeVisible()
  await expect(page.getByText('Running').first()).toBeVisible()

  await page.getByRole('link', { name: 'Morning B12' }).click()
  await page.getByRole('button', { name: 'Open a test' }).click()
  await page.getByLabel('Test', { exact: true }).selectOption({ label: 'Node JS' })
  await page.getByRole('button', { name: 'Choose the times' }).click()
  await page.getByRole('button', { name: 'Pick a day' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add window' }).click()
  await expect(page.getByText(/10:00\s+am to 11:00\s+am/).first()).toBeVisible()
})
