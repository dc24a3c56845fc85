import { listEmails } from '#contract/email-log.ts'
import { getExam } from '#contract/exams.ts'
import {
  createBatch,
  createDraftExam,
  createReleasedExam,
  createStudent,
  openWindow,
} from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'
import { pressKey, tabTo } from './keyboard-actions.ts'

const minuteMs = 60_000

test('a batch, its students, a window and one for the absent are set up by keyboard alone', {
  tag: '@long',
}, async ({ page, testApp }) => {
  for (const name of ['Priya Nair', 'Rohan Rao']) await createStudent(testApp, name)
  const admin = await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  await createReleasedExam(admin, { title: 'Node JS' })
  const { _id: missedId } = await createReleasedExam(admin, { title: 'Databases' })
  const getButton = (name: string) => page.getByRole('button', { name, exact: true })
  const press = (name: string) => pressKey(page, getButton(name))
  const { keyboard } = page

  await pressKey(page, page.getByRole('link', { name: 'Batches' }))
  await press('Create batch')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await keyboard.type('Weekend B9')
  await keyboard.press('Tab')
  await keyboard.type('React')
  await tabTo(page, page.getByLabel('First day'))
  await keyboard.type('5/10/2026')
  await tabTo(page, page.getByLabel('Last day'))
  await expect(page.getByLabel('First day')).toHaveValue('05-10-2026')
  await keyboard.type('2027-04-02')
  await tabTo(page, page.getByLabel('Seats'))
  await expect(page.getByLabel('Last day')).toHaveValue('02-04-2027')
  await keyboard.type('1')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Weekend B9' })).toBeVisible()

  await press('Add students')
  await pressKey(page, page.getByRole('checkbox', { name: /^Priya Nair/ }), 'Space')
  await pressKey(page, page.getByRole('checkbox', { name: /^Rohan Rao/ }), 'Space')
  await expect(page.getByText('That is 1 student more than the batch has seats for.')).toBeVisible()
  await press('Add 2 students')
  await pressKey(page, page.getByRole('checkbox', { name: 'Select Priya Nair' }), 'Space')
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('checkbox', { name: 'Select Rohan Rao' })).toBeFocused()
  await keyboard.press('Shift+Space')
  await expect(getButton('Remove from batch (2)')).toBeVisible()
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowUp')
  await expect(page.getByRole('checkbox', { name: 'Select all that are shown' })).toBeFocused()

  await press('Open a test')
  const tests = page.getByLabel('Test', { exact: true })
  await expect(tests.getByRole('option', { name: 'Node JS' })).toBeAttached()
  await tabTo(page, tests)
  await keyboard.type('Node')
  await press('Choose the times')
  await expect(page.getByLabel('Batch').locator('option:checked')).toHaveText(/^Weekend B9/)
  const endsAtClosing = page.getByRole('checkbox', { name: 'End running attempts at closing' })
  await pressKey(page, endsAtClosing, 'Space')
  await press('Add window')
  await expect(page.getByText('ends at closing')).toBeVisible()

  const link = page.getByRole('link', { name: 'Weekend B9' })
  const batchId = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  const audience = { kind: 'batch', batchId } as const
  await openWindow(admin, missedId, { now: testApp.deps.now(), closes: 10, audience })
  testApp.advanceClock(11 * minuteMs)
  await pressKey(page, link)
  await expect(page.getByText('Had a window for Databases and made no attempt.')).toBeVisible()
  await expect(page.getByText('an email with its times is written to each.')).toBeVisible()
  await press('Open for 2')
  await expect(page.getByText(/2 emails go to the outbox folder\.$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Absent' })).toBeHidden()
  await expect(page.locator('#main')).toBeFocused()
  const { json } = await admin.request(listEmails, { query: { search: 'Databases' } })
  expect(json.map(({ subject }) => subject)).toEqual(
    Array(2).fill('A new date for your test: Databases'),
  )
})

test('a first window asks whether to release its test, and no screen promises a start before that', async ({
  page,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const { _id: batchId } = await createBatch(admin, [await createStudent(testApp, 'Priya Nair')])
  const { _id: testId } = await createDraftExam(admin, { title: 'Node JS' })
  await page.goto(`/admin/update/test/${testId}/windows?batch=${batchId}`)
  const sentence = page.getByRole('complementary')
  await expect(sentence).toContainText('As it is saved, without what the form says:')
  await expect(sentence).toContainText('Once the test is released: Everyone may start, has')

  const question = page.getByRole('radiogroup', { name: 'Release it for these windows?' })
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add window' }).click()
  await expect(page.getByText('Choose whether the test is released now').first()).toBeVisible()
  await question.getByText('No, not yet').click()
  await page.getByRole('button', { name: 'Add window' }).click()
  await expect(
    page.getByText(/^Once the test is released: Batch Morning B12/).first(),
  ).toBeVisible()
  await expect(sentence).not.toContainText('As it is saved')
  expect((await admin.request(getExam, { params: { id: testId } })).json.released).toBe(false)

  await page.goto(`/admin/batches/${batchId}`)
  await expect(page.getByText('Not released', { exact: true })).toBeVisible()
  await page.goto('/admin/batches')
  await expect(page.getByRole('row', { name: /Morning B12/ })).toContainText(/Not released \(/)
})
