import type { Page } from '@playwright/test'
import { addTime, reopenAttempt, reportEvent } from '#contract/proctoring.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import { logInAsAdmin } from './admin-actions.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  type ListeningTestApp,
  openWithin,
  test,
} from './fixtures.ts'

test('the dialogs that adjust an attempt are accessible in both themes', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  const { testId, studentId, attemptId } = await createEventfulAttempt(testApp)
  await logInAsAdmin(page)

  await openWithin(page, `/admin/test/${testId}/scores`)
  await page.getByRole('checkbox', { name: 'Select Priya Nair' }).check()
  await expectAccessibleWhenLoaded(page)
  await page.getByRole('button', { name: 'Add time for selected (1)' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Choose why first.')).toBeVisible()
  await expectAccessibleWhenLoaded(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'View Details of Rohan Rao' }).click()
  await dialog.getByText('What happened').click()
  await expect(dialog.getByText('Ended')).toBeVisible()
  await expectAccessibleWhenLoaded(page)
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await expect(dialog.getByLabel('Why?')).toBeFocused()
  await expectAccessibleWhenLoaded(page)

  await openWithin(page, `/admin/test/${testId}/student/${studentId}?attempt=${attemptId}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Connection lost' })).toContainText(
    'for 20 s',
  )
  await expectAccessibleWhenLoaded(page)
  await page.getByRole('button', { name: 'Grant another attempt' }).click()
  await expect(dialog.getByLabel('Why?')).toBeFocused()
  await expectAccessibleWhenLoaded(page)
})

/**
 * Away, offline and back, given minutes, ended and reopened; a second attempt runs, and a third is
 * finished.
 */
async function createEventfulAttempt(testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, {
    title: 'React JS',
    integrityMode: 'warn',
  })
  const priya = await createStudent(testApp, 'Priya Nair')
  const { attemptId } = await startAttempt(priya, testId)
  await startAttempt(
    await createStudent(testApp, 'Venkatanarasimharajuvaripeta Lakshminarayanan'),
    testId,
  )
  await completeAttempt(await createStudent(testApp, 'Rohan Rao'), testId, 3)
  const params = { attemptId }
  const report = async (kind: EventKind) => {
    testApp.advanceClock(20_000)
    const at = new Date(testApp.deps.now()).toISOString()
    await priya.request(reportEvent, { params, body: { kind, at, durationMs: 2_000 } })
  }
  for (const kind of ['hidden', 'blocked-key', 'offline', 'online'] as const) await report(kind)
  await admin.request(addTime, { params, body: { minutes: 5, why: 'The power was cut' } })
  for (const kind of ['blur', 'devtools'] as const) await report(kind)
  await admin.request(reopenAttempt, { params, body: { why: 'A side panel of the browser' } })
  return { testId, studentId: priya.id, attemptId }
}

async function expectAccessibleWhenLoaded(page: Page) {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
}
