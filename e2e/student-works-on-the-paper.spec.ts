import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createExam, updateExam } from '#contract/exams.ts'
import { listAttemptEvents } from '#contract/proctoring.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { createQuestions, createStudent } from '#test/factories.ts'
import type { TestClient } from '#test/test-app.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { answer, getOnlyAttempt, logIn, start } from './student-actions.ts'
import { hide, show } from './window-actions.ts'

/** Each question and its first option have a picture, which is described. */
async function createIllustratedExam(admin: TestClient, title: string, mode: IntegrityMode) {
  const background = { width: 1200, height: 900, channels: 3, background: 'teal' } as const
  const bytes = new Uint8Array(await sharp({ create: background }).png().toBuffer())
  const form = new FormData()
  form.set('title', title)
  form.set('integrityMode', mode)
  const questions = createQuestions(3).map(
    ({ question, options: [first, ...options], ...others }) => ({
      question: { text: `${question}, with \`code\``, description: 'A teal field' },
      options: [{ text: first, description: 'A blue field' }, ...options],
      ...others,
    }),
  )
  form.set('questions', JSON.stringify(questions))
  for (let n = 0; n < 3; n += 1)
    for (const name of [`questionimage_${n}`, `optionimage_${n}_0`])
      form.set(name, new Blob([bytes]), 'picture.png')
  const { json } = await admin.request(createExam, { body: form })
  const id = json.test._id
  await admin.request(updateExam, { params: { id }, body: { released: true } })
  return id
}

/** Wraps every text in an element of its own, as translators do. */
function translate(page: Page, { isRude }: { readonly isRude: boolean }) {
  return page.evaluate((ignoresThePage) => {
    const wrapAll = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        const parent = text.parentElement
        if (!text.data.trim() || !parent || parent.localName === 'font') continue
        if (!ignoresThePage && parent.closest('[translate="no"]')) continue
        const wrapper = document.createElement('font')
        text.replaceWith(wrapper)
        wrapper.append(text)
      }
    }
    wrapAll()
    const observer = new MutationObserver(() => wrapAll())
    observer.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('stop-translating', () => observer.disconnect())
  }, isRude)
}

test('pictures keep their space and open larger, a question is left for later, and a translated page works', {
  tag: '@long',
}, async ({ page, testApp, complaints }) => {
  const admin = await testApp.createAdmin()
  const testId = await createIllustratedExam(admin, 'Node JS', 'observe')
  await page.setViewportSize({ width: 390, height: 800 })
  await logIn(page, await createStudent(testApp))
  await page.route('**/api/images/*', (route) => route.fulfill({ status: 500 }))
  await start(page, 'Node JS')

  const optionA = page.getByRole('radio', { name: /^A/ })
  const readTop = () => optionA.evaluate((input) => input.getBoundingClientRect().top)
  await expect(page.getByText('The picture did not load.')).toHaveCount(2)
  const topBefore = await readTop()
  await page.unroute('**/api/images/*')
  for (const name of ['the question', 'option A'])
    await page.getByRole('button', { name: `Load again the picture of ${name}` }).click()
  const picture = page.getByRole('button', { name: 'Picture of the question, open larger' })
  await expect(picture).toHaveAccessibleName('Picture of the question, open larger: A teal field')
  await expect(picture.locator('img')).toHaveJSProperty('naturalWidth', 1200)
  await expect(picture.locator('img')).toHaveAttribute('alt', 'A teal field')
  await expect(optionA).toHaveAccessibleName(/^A right \d A blue field$/)
  expect(Math.abs((await readTop()) - topBefore)).toBeLessThan(1)
  complaints.length = 0

  const shownWidth = (await picture.boundingBox())?.width ?? 0
  await picture.click()
  const large = page.getByRole('dialog').getByRole('img', { name: 'A teal field' })
  await expect
    .poll(async () => (await large.boundingBox())?.width)
    .toBeGreaterThan(shownWidth * 1.5)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Picture of option A, open larger' }).click()
  await expect(page.getByRole('dialog', { name: 'Picture of option A' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(optionA).not.toBeChecked()

  const display = page.getByRole('button', { name: 'Text size, contrast, theme' })
  await display.click()
  await page.getByRole('button', { name: 'Larger text' }).click()
  await page.getByRole('button', { name: 'Larger text' }).click()
  await page.getByRole('checkbox', { name: 'More contrast' }).check()
  await page.getByRole('checkbox', { name: 'Dark theme' }).check()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(display).toBeFocused()

  const strikes = [1, 2].map((n) => page.getByRole('button', { name: 'Strike out option' }).nth(n))
  await strikes[0]?.click()
  await page.keyboard.press('Shift+C')
  for (const strike of strikes) await expect(strike).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('radio', { name: /^C/ }).check()
  await expect(page.getByRole('button', { pressed: true }), 'chosen after all').toHaveCount(1)

  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  await expect(page.getByRole('main')).toHaveCSS('zoom', '1.3')
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more')
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await translate(page, { isRude: false })
  await answer(page, 2, /right/)
  await expect(page.getByRole('heading', { name: 'Question 3 of 3' })).toBeVisible()
  expect(complaints).toEqual([])

  await translate(page, { isRude: true })
  await page.getByRole('radio', { name: /right/ }).check()
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByRole('heading', { name: 'The question could not be shown' })).toBeVisible()
  await expect(page.getByRole('timer')).toBeInViewport()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await page.evaluate(() => window.dispatchEvent(new Event('stop-translating')))
  await expect(page.getByRole('heading', { name: 'Question 1 of 3' })).toBeVisible()

  await expect(page.getByText('Left for later: 1.')).toBeVisible()
  await page.getByRole('button', { name: 'Finish with 1 question unanswered' }).click()
  const dialog = page.getByRole('dialog', { name: 'Finish with 1 question unanswered?' })
  await expect(dialog.getByRole('listitem')).toHaveText([/^Question \d, with code$/])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Back to the paper' }).click()
  await expect(page.getByRole('button', { name: 'Later' })).toHaveCount(0)
  await expect(page.getByRole('button', { pressed: true })).toHaveAccessibleName(
    'Strike out option B',
  )
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  const readStruck = () => Object.keys(localStorage).filter((key) => key.startsWith('struck'))
  expect(await page.evaluate(readStruck)).toEqual([])

  const attempt = await getOnlyAttempt(admin, testId)
  expect(attempt).toMatchObject({ score: 3, finishReason: 'Completed' })
  const { json: events } = await admin.request(listAttemptEvents, {
    params: { attemptId: attempt?._id ?? '' },
  })
  expect(events.map(({ kind }) => kind)).toContain('blocked-key')
  complaints.length = 0
})

test('a warning is not hidden behind an enlarged picture', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  const admin = await testApp.createAdmin()
  await createIllustratedExam(admin, 'Node JS', 'warn')
  await logIn(page, await createStudent(testApp))
  await start(page, 'Node JS')
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Picture of the question, open larger' }).click()
  const large = page.getByRole('dialog', { name: 'Picture of the question' })
  await expect(large).toBeVisible()
  await hide(page)
  await show(page)
  await expect(large).toBeHidden()
  await expect(page.getByRole('button', { name: 'I understand' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 of 2 warnings')).toBeVisible()
  await expect(large).toBeHidden()
})
