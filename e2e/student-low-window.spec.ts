import type { Page } from '@playwright/test'
import { createQuestions } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { answer, choose, openNewQuiz } from './student-actions.ts'

const longText = 'Which of these says that a function returns a promise, whatever it does itself? '
const questions = createQuestions(2).map((question, n) => ({
  ...question,
  question: `${n + 1}. ${longText.repeat(3)}`,
}))

/** How much of the window's height the header and the bar leave to the question, of 1. */
function readQuestionShare(page: Page): Promise<number> {
  return page.evaluate(() => {
    const header = document.querySelector('header')?.parentElement
    const bar = document.querySelector('footer')
    if (!header || !bar) throw new Error('There is no quiz')
    const top = header.getBoundingClientRect().bottom
    const isAway = getComputedStyle(bar).pointerEvents === 'none'
    const bottom = isAway ? window.innerHeight : bar.getBoundingClientRect().top
    return (Math.min(bottom, window.innerHeight) - top) / window.innerHeight
  })
}

const bar = (page: Page) => page.locator('footer')
/** Until the page knows of it. */
const scrollTo = (page: Page, y: number) =>
  page.evaluate(async (to) => {
    window.scrollTo(0, to)
    for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame)
  }, y)

test('the question has at least 65 % of the height of a low window', async ({ page, testApp }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await openNewQuiz(page, testApp, {
    title: 'Node JS and Express, week two',
    questions,
    integrityMode: 'observe',
  })
  const sizes = [
    ...[
      { width: 320, height: 568 },
      { width: 390, height: 599 },
      { width: 683, height: 384 },
    ],
    ...[
      { width: 568, height: 320 },
      { width: 320, height: 256 },
      { width: 1024, height: 500 },
    ],
  ]
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect.poll(() => readQuestionShare(page), JSON.stringify(size)).toBeGreaterThan(0.65)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBe(size.width)
  }
  await page.setViewportSize({ width: 320, height: 568 })
  const [later, submit] = await Promise.all(
    ['Later', 'Submit Answer'].map((name) => page.getByRole('button', { name }).boundingBox()),
  )
  expect(later?.y, 'Later is beside Submit').toBe(submit?.y)
})

test('the bar hides in a low window on scrolling down, and comes back', async ({
  page,
  testApp,
  complaints,
}) => {
  await page.setViewportSize({ width: 320, height: 480 })
  await openNewQuiz(page, testApp, { title: 'Node JS', questions })
  const away = bar(page).and(page.locator('[data-away]'))
  const scrollDown = async () => {
    await scrollTo(page, 0)
    await expect(away).toHaveCount(0)
    await scrollTo(page, 40)
    await expect(away).toHaveCount(1)
    await expect(bar(page)).toHaveCSS('opacity', '0')
  }
  await scrollDown()
  await scrollTo(page, 20)
  await expect(away, 'on scrolling up').toHaveCount(0)

  await scrollDown()
  await scrollTo(page, 10_000)
  await expect(away, 'at the end of the question').toHaveCount(0)

  await scrollDown()
  await page.getByRole('button', { name: 'Submit Answer' }).focus()
  await expect(away, 'on focus').toHaveCount(0)
  await page.getByRole('radio').first().focus()

  await scrollDown()
  await page.keyboard.press('Space')
  await expect(away, 'on choosing').toHaveCount(0)

  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  await page.route('**/api/students/finishQuiz/*', (route) => route.fulfill({ status: 500 }))
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByRole('radio').first().focus()
  await scrollTo(page, 0)
  await scrollTo(page, 40)
  await expect(away, 'while it says Try again').toHaveCount(0)
  complaints.length = 0
})

test('the bar stays visible in a tall window', async ({ page, testApp }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await openNewQuiz(page, testApp, { title: 'Node JS', questions })
  await scrollTo(page, 40)
  await expect(bar(page)).toHaveCSS('opacity', '1')
})
