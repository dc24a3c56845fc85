import type { Locator, Page } from '@playwright/test'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { choose, logIn, start } from './student-actions.ts'

const windowSizes = [
  { width: 1366, height: 641 },
  { width: 1280, height: 800 },
  { width: 390, height: 800 },
]
const scrollPlaces = [0, 0.5, 1]

const lines = Array.from({ length: 90 }, (_, n) => `console.log(${n}, 'a line of a long snippet')`)

async function scrollTo(page: Page, place: number) {
  await page.evaluate((share) => {
    const { scrollHeight, clientHeight } = document.documentElement
    window.scrollTo(0, (scrollHeight - clientHeight) * share)
  }, place)
}

/** Whole, and with nothing lying over its middle. */
async function expectInSight(locator: Locator, what: string) {
  await expect(locator, what).toBeVisible()
  const isInSight = await locator.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const inWindow =
      top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isUncovered = over?.parentElement?.contains(element) || element.contains(over)
    return inWindow && isUncovered
  })
  expect(isInSight, what).toBe(true)
}

test('the clock and every message are in sight, wherever a long question is scrolled to', {
  tag: '@long',
}, async ({ page, context, testApp, complaints }) => {
  const questions = createQuestions(1).map((question) => ({
    ...question,
    codeSnippet: lines.join('\n'),
  }))
  const admin = await testApp.createAdmin()
  const title = `A test with ${'a long '.repeat(20)}name`
  await createReleasedExam(admin, { title, duration: 20, questions, integrityMode: 'observe' })
  await logIn(page, await createStudent(testApp))
  await start(page, title)
  // Asking for long: the message stands still until the press.
  const headers = { 'retry-after': '600' }
  await page.route('**/api/students/finishQuiz/*', (route) =>
    route.fulfill({ status: 500, headers }),
  )

  const strip = (text: string) => page.locator('[data-tone]').filter({ hasText: text })
  const timer = page.getByRole('timer')
  const expectAtEveryPlace = async (text: string, act?: () => Promise<unknown>) => {
    for (const size of windowSizes) {
      await page.setViewportSize(size)
      for (const place of scrollPlaces) {
        await scrollTo(page, place)
        await act?.()
        const what = `"${text}" at ${size.width} px, scrolled by ${place}`
        await expectInSight(strip(text), what)
        await expectInSight(timer, `the clock: ${what}`)
      }
    }
  }

  await expectAtEveryPlace('Choose an option first.', () => page.keyboard.press('Enter'))
  await expectAtEveryPlace('Saving the page is switched off', () =>
    page.keyboard.press('Control+s'),
  )
  await expectAtEveryPlace('You are offline.', async () => {
    await context.setOffline(false)
    await expect(strip('You are offline.')).toBeHidden()
    await context.setOffline(true)
  })
  // A passing message does not hide a lasting one.
  await page.keyboard.press('Control+s')
  await expectInSight(strip('Saving the page is switched off'), 'the message below the state')
  await expectInSight(strip('You are offline.'), 'the state above the message')
  await context.setOffline(false)

  await page.setViewportSize({ width: 1366, height: 641 })
  await scrollTo(page, 1)
  const options = page.getByRole('radio')
  await page.getByRole('button', { name: 'Text size, contrast, theme' }).focus()
  await page.keyboard.press('Tab')
  await expect(options.first()).toBeFocused()
  await expectInSight(
    page.getByRole('group').or(page.getByRole('radiogroup')).locator('label').first(),
    'what has the focus',
  )

  testApp.advanceClock(16 * 60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expectAtEveryPlace('Less than 5 minutes left.')

  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByText('Error finishing quiz.')).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  await expectAtEveryPlace('Error finishing quiz.', () => expectInSight(again, 'Try again'))
  await expect(again).not.toHaveAttribute('aria-busy')
  await page.unroute('**/api/students/finishQuiz/*')
  await again.click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  complaints.length = 0
})
