import type { Page } from '@playwright/test'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import { logInAsAdmin } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

/** Without a proxy a browser has six connections to the server, of which each stream keeps one. */
test('seven live screens of one browser all go on, and so does the site', async ({
  page,
  testApp,
}) => {
  const admin = await testApp.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, { duration: 30 })
  await startAttempt(await createStudent(testApp, 'Asha Rao'), testId)
  await logInAsAdmin(page, '/admin/home')
  const screens: Page[] = []
  for (let count = 0; count < 7; count++) {
    const screen = await page.context().newPage()
    screens.push(screen)
    await screen.goto(`/admin/test/${testId}/live`)
    await expect(screen.getByRole('row', { name: 'Asha Rao' })).toBeVisible()
  }
  const countStreams = () => testApp.fastify.countLiveStreams()
  await expect.poll(countStreams).toBe(4)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  // Those whose place was taken poll.
  await startAttempt(await createStudent(testApp, 'Bela Shah'), testId)
  for (const screen of screens)
    await expect(screen.getByRole('row', { name: 'Bela Shah' })).toBeVisible({ timeout: 15_000 })

  // Nobody sees it.
  const last = screens[6] as Page
  const setHidden = (isHidden: boolean) =>
    last.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { get: () => value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await setHidden(true)
  await expect.poll(countStreams).toBe(3)
  await startAttempt(await createStudent(testApp, 'Chitra Iyer'), testId)
  await setHidden(false)
  await expect(last.getByRole('row', { name: 'Chitra Iyer' })).toBeVisible()
  await expect.poll(countStreams).toBe(4)
})
