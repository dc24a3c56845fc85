import type { Page } from '@playwright/test'
import { addTime, reopenAttempt, reportEvent } from '#contract/proctoring.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import { logInAsAdmin } from './admin-at-desk.ts'
import { expect, type OpenHouse, test } from './fixtures.ts'
import { expectSound } from './soundness.ts'

const looks = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
] as const

for (const { colorScheme, width } of looks) {
  test(`what is put right is sound, ${colorScheme}, ${width} px wide`, async ({ page, house }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    const { testId, studentId, attemptId } = await anEventfulAttempt(house)
    await logInAsAdmin(page)

    await page.goto(`/admin/test/${testId}/scores`)
    await page.getByRole('checkbox', { name: 'Select Priya Nair' }).check()
    await isSound(page)
    await page.getByRole('button', { name: 'Add time for selected (1)' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add time' }).click()
    await expect(dialog.getByText('Say why')).toBeVisible()
    await isSound(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'View Details of Rohan Rao' }).click()
    await dialog.getByText('What happened').click()
    await expect(dialog.getByText('Ended')).toBeVisible()
    await isSound(page)
    await dialog.getByRole('button', { name: 'Reopen' }).click()
    await expect(dialog.getByLabel('Why?')).toBeFocused()
    await isSound(page)

    await page.goto(`/admin/test/${testId}/student/${studentId}?attempt=${attemptId}`)
    await expect(page.getByRole('listitem').filter({ hasText: 'Connection lost' })).toContainText(
      'for 20 s',
    )
    await isSound(page)
    await page.getByRole('button', { name: 'Grant another attempt' }).click()
    await expect(dialog.getByLabel('Why?')).toBeFocused()
    await isSound(page)
  })
}

/** Away, offline and back, given minutes, ended, and reopened; another one runs, and one is done. */
async function anEventfulAttempt(house: OpenHouse) {
  const admin = await house.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, {
    title: 'React JS',
    integrityMode: 'warn',
  })
  const priya = await createStudent(house, 'Priya Nair')
  const { attemptId } = await startAttempt(priya, testId)
  await startAttempt(
    await createStudent(house, 'Venkatanarasimharajuvaripeta Lakshminarayanan'),
    testId,
  )
  await completeAttempt(await createStudent(house, 'Rohan Rao'), testId, 3)
  const params = { attemptId }
  const report = async (kind: EventKind) => {
    house.advanceClock(20_000)
    const at = new Date(house.deps.now()).toISOString()
    await priya.request(reportEvent, { params, body: { kind, at, durationMs: 2_000 } })
  }
  for (const kind of ['hidden', 'blocked-key', 'offline', 'online'] as const) await report(kind)
  await admin.request(addTime, { params, body: { minutes: 5, why: 'The power was cut' } })
  for (const kind of ['blur', 'devtools'] as const) await report(kind)
  await admin.request(reopenAttempt, { params, body: { why: 'A side panel of the browser' } })
  return { testId, studentId: priya.id, attemptId }
}

async function isSound(page: Page) {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expectSound(page)
}
