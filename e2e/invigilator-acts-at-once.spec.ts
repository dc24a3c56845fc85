import { applyAction, getLiveTable } from '#contract/live.ts'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('one press resumes paused students, and a message needs only its text', async ({
  page,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const { _id: testId } = await createReleasedExam(admin, { title: 'React JS', duration: 30 })
  const names = ['Asha Rao', 'Bimal Das', 'Chitra Nair', 'Deepa Iyer', 'Esha Paul', 'Farhan Ali']
  const attemptIds: string[] = []
  for (const name of names) {
    const { attemptId } = await startAttempt(await createStudent(testApp, name), testId)
    attemptIds.push(attemptId)
  }
  const params = { testId }
  const pause = { kind: 'pause', reason: 'power-cut', attemptIds: attemptIds.slice(1) } as const
  await admin.request(applyAction, { params, body: pause })
  testApp.advanceClock(60_000)
  const listStates = async () => {
    const { json } = await admin.request(getLiveTable, { params, query: {} })
    return json.students.map(({ state }) => state)
  }

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/admin/test/${testId}/live?state=paused`)
  await expect(page.getByRole('row', { name: /Bimal Das/ })).toBeVisible()
  await page.getByRole('button', { name: 'Resume the 5 paused' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('5 students go on. Students in another state')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resume the/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Bimal Das/ })).toHaveCount(0)
  expect(await listStates()).not.toContain('paused')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('row', { name: /Bimal Das/ })).toBeVisible()
  await expect(page.getByText('Students in another state')).toHaveCount(0)

  await page.getByRole('button', { name: 'Message all' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: /Message to students/ })
  await expect(field).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText('Why', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await field.fill('The power is back.')
  await dialog.getByRole('button', { name: 'Send to 6' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('A message was sent to 6 students.')).toBeVisible()
})
