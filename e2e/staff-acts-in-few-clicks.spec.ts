import type { Page } from '@playwright/test'
import { adminLogin } from '#contract/accounts.ts'
import { listBatchStudents } from '#contract/batches.ts'
import {
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
} from '#test/factories.ts'
import { adminEmail, adminPassword } from '#test/test-app.ts'
import { expect, test } from './fixtures.ts'

/** Clicks of the user, on all pages; a choice from a list that the browser draws is one. */
async function countClicks(page: Page) {
  let count = 0
  await page.exposeFunction('countClick', () => {
    count += 1
  })
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void }
    addEventListener('pointerdown', countClick, true)
    addEventListener(
      'change',
      ({ target }) => target instanceof HTMLSelectElement && countClick(),
      {
        capture: true,
      },
    )
  })
  return () => {
    const counted = count
    count = 0
    return counted
  }
}

test('staff add a student to a batch in 5 clicks, move one in 4, message a class in 3 and call the absent after 1', async ({
  page,
  testApp,
}) => {
  const admin = await testApp.createAdmin()
  const takeCount = await countClicks(page)
  const asha = await createStudent(testApp, 'Asha Rao')
  const ravi = await createStudent(testApp, 'Ravi Rao', { phone: '97024 51180' })
  const { _id: morning } = await createBatch(admin, [asha, ravi], { name: 'Morning B12' })
  const { _id: evening } = await createBatch(admin, [], { name: 'Evening B3' })
  const { _id: testId } = await createReleasedExam(admin)
  const audience = { kind: 'batch', batchId: morning } as const
  await openWindow(admin, testId, { now: testApp.deps.now(), closes: 60, entry: 20, audience })
  await startAttempt(asha, testId)
  testApp.advanceClock(21 * 60_000)
  // After a while the password is asked for again: they have just come.
  const data = { email: adminEmail, password: adminPassword }
  await expect(await page.request.post(adminLogin.path, { data })).toBeOK()
  const listMembers = async (id: string) => {
    const { json } = await admin.request(listBatchStudents, { params: { id } })
    return json.map(({ name }) => name)
  }
  const dialog = page.getByRole('dialog')
  await page.goto('/admin/today')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()

  await page.getByRole('link', { name: '1 Absent' }).click()
  await expect(page.getByRole('link', { name: 'Call Ravi Rao, 97024 51180' })).toBeVisible()
  expect(takeCount()).toBe(1)

  await page.goto('/admin/today')
  await page.getByRole('link', { name: 'Open Live' }).click()
  await page.getByRole('button', { name: 'Message all' }).click()
  const message = dialog.getByRole('textbox', { name: /Message to students/ })
  await expect(message).toBeFocused()
  await page.keyboard.type('The power is back.')
  await dialog.getByRole('button', { name: 'Send to 1' }).click()
  await expect(page.getByText('A message was sent to Asha Rao.').first()).toBeVisible()
  expect(takeCount()).toBe(3)

  await page.goto('/admin/today')
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await page.getByRole('link', { name: 'Add a student' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Kavya Menon')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.keyboard.type('kavya@example.com')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Phone', { exact: true })).toBeFocused()
  await page.keyboard.type('98460 12077')
  await page.getByLabel('Course', { exact: true }).selectOption('Full Stack')
  const label = 'Evening B3, starts 5 Oct 2026'
  await page.getByLabel('Batch', { exact: true }).selectOption({ label })
  await page.getByRole('button', { name: 'Add student' }).click()
  await expect(page.getByText('Kavya Menon is added.')).toBeVisible()
  expect(await listMembers(evening)).toEqual(['Kavya Menon'])
  expect(takeCount()).toBe(5)

  await page.goto(`/admin/fetch/students?batch=${morning}`)
  await page.getByRole('checkbox', { name: 'Select Ravi Rao' }).click()
  await page.getByRole('button', { name: 'Move to batch (1)' }).click()
  await dialog.getByLabel('Batch').selectOption('Evening B3')
  await dialog.getByRole('button', { name: 'Move 1 student' }).click()
  await expect(page.getByText('1 student moved to Evening B3.')).toBeVisible()
  expect(await listMembers(morning)).toEqual(['Asha Rao'])
  expect(takeCount()).toBe(4)
})
