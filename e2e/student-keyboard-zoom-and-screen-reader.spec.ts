import type { Page } from '@playwright/test'
import { addTime } from '#contract/proctoring.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'
import { answer, getOnlyAttempt, logIn, start } from './student-actions.ts'

async function openQuiz(
  page: Page,
  testApp: ListeningTestApp,
  duration = 30,
  extraTimePercent = 0,
) {
  const admin = await testApp.createAdmin()
  const exam = { title: 'Node JS', duration, questions: createQuestions(2) }
  const { _id: testId } = await createReleasedExam(admin, exam)
  await logIn(
    page,
    await createStudent(testApp, undefined, { extra_time_percent: extraTimePercent }),
  )
  await start(page, 'Node JS')
  return { admin, testId, status: async () => (await getOnlyAttempt(admin, testId))?.status }
}

const readFocusedLabel = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
  })

test('Tab cycles within a quiz and never leaves its window', async ({ page, testApp }) => {
  const { status } = await openQuiz(page, testApp)
  await page.getByRole('button', { name: 'Submit Answer' }).focus()
  await page.keyboard.press('Tab')
  expect(await readFocusedLabel(page)).toBe('Hide the time')
  await page.keyboard.press('Shift+Tab')
  expect(await readFocusedLabel(page)).toBe('Submit Answer')
  for (let n = 0; n < 12; n++) await page.keyboard.press('Shift+Tab')
  for (let n = 0; n < 12; n++) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.hasFocus())).toBe(true)
  expect(await status()).toBe('In progress')
})

test('at 400 % nothing scrolls horizontally and every button can be reached', async ({
  page,
  testApp,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 256 })
  await openQuiz(page, testApp)
  const expectFullyReachable = async (name: string) => {
    const button = page.getByRole('button', { name })
    await button.scrollIntoViewIfNeeded()
    const box = await button.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    await button.click({ trial: true })
  }
  await expectFullyReachable('Hide the time')
  await expectFullyReachable('Submit Answer')
  for (const radio of await page.getByRole('radio').all()) await radio.click({ trial: true })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  await expectFullyReachable('Finish Quiz')
})

test('the time is announced at half of the attempt’s own time and at 10, 5 and 1 minutes, and at no other time', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const { admin, testId } = await openQuiz(page, testApp, 20, 50)
  const announcements: string[] = []
  await page.exposeFunction('hear', (words: string) => words && announcements.push(words))
  await page.evaluate(() => {
    const region = document.querySelector('header [aria-live="polite"]')
    const hear = (window as unknown as { hear: (words: string) => void }).hear
    if (!region) throw new Error('Nothing speaks')
    new MutationObserver(() => hear(region.textContent ?? '')).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  await expect(page.getByRole('timer')).toHaveAttribute('aria-live', 'off')
  const expectedAnnouncements = [
    'Half of the time is left.',
    '10 minutes left.',
    '5 minutes left.',
    '1 minute left.',
  ]
  const timer = page.getByRole('timer')
  const advanceTo = async (minutes: number) => {
    const [left = 0, unit = 0] = (await timer.innerText()).split(':').map(Number)
    testApp.advanceClock((left * 60 + unit - minutes * 60 - 2) * 1000)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  }
  for (const [n, minutes] of [15, 10].entries()) {
    await advanceTo(minutes)
    await expect.poll(() => announcements).toEqual(expectedAnnouncements.slice(0, n + 1))
  }
  const params = { attemptId: (await getOnlyAttempt(admin, testId))?._id ?? '' }
  await admin.request(addTime, { params, body: { minutes: 20, why: 'A power cut' } })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(timer).toHaveText(/^29:/)
  for (const minutes of [25, 15, 10]) {
    await advanceTo(minutes)
    await expect(timer).toHaveText(new RegExp(`^0?${minutes - 1}:`))
  }
  for (const [n, minutes] of [5, 1].entries()) {
    await advanceTo(minutes)
    await expect.poll(() => announcements).toEqual(expectedAnnouncements.slice(0, n + 3))
  }
})
