import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { getLiveRegion } from './live-region.ts'

const paths = ['/', '/course', '/about', '/contact', '/registration', '/terms', '/student/login']

/** As one does who has enlarged the browser's text. */
function enlargeText(page: Page) {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = '24px'
  })
}

async function readBoxes(parts: Locator) {
  return parts.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
  )
}

for (const width of [768, 900, 1024, 1100]) {
  test(`the weeks of a month are beside its picture at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/course')
    const month = page.locator('#month-1')
    const weeks = await readBoxes(month.locator('ol > li'))
    const [picture] = await readBoxes(month.getByText('You build').locator('xpath=../..'))
    expect(weeks).toHaveLength(4)
    for (const { right, left } of weeks) {
      expect(right).toBeLessThan(picture?.left ?? 0)
      expect(left).toBe(weeks[0]?.left)
    }
    expect(picture?.top).toBeLessThan(weeks[0]?.top ?? 0)
  })
}

test('the picture on the home page is below the text up to 900 px, and its names never overlap', async ({
  page,
}) => {
  await page.goto('/')
  const figure = page.getByRole('figure', { name: 'Six layers of a full stack' })
  for (const { width, isLarge } of [
    { width: 880, isLarge: false },
    { width: 320, isLarge: false },
    { width: 320, isLarge: true },
  ]) {
    await page.setViewportSize({ width, height: 800 })
    if (isLarge) await enlargeText(page)
    const [join] = await readBoxes(page.getByRole('link', { name: 'Join Now' }).first())
    const [stack] = await readBoxes(figure)
    expect(stack?.top).toBeGreaterThan(join?.bottom ?? Number.POSITIVE_INFINITY)
    const names = await readBoxes(figure.getByRole('listitem'))
    for (const [at, { top, right }] of names.entries()) {
      expect(top).toBeGreaterThanOrEqual((names[at - 1]?.bottom ?? 0) - 0.5)
      expect(right).toBeLessThanOrEqual(width)
    }
  }
})

test('no page is wider than a small window, even with large text', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect({ path, width: await readWidth() }).toEqual({ path, width: 320 })
    await enlargeText(page)
    expect({ path, width: await readWidth() }).toEqual({ path, width: 320 })
  }
})

test('the banner on a phone links to the course, and the menu has a button to close it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  await page
    .getByRole('region', { name: 'Call us' })
    .getByRole('link', { name: 'See the course' })
    .click()
  await expect(page).toHaveURL('/course')
})

test('the names of the days of the week stay on one line', async ({ page }) => {
  await page.goto('/about')
  const week = page.getByRole('region', { name: 'A week with us' })
  const names = await readBoxes(week.locator('li > b'))
  expect(new Set(names.map(({ top }) => top)).size).toBe(1)
})

test('drawn pictures are dark at night, and light on paper', async ({ page }) => {
  const readGround = () =>
    page
      .locator('#month-1 svg')
      .last()
      .evaluate((picture) => getComputedStyle(picture).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/course')
  const light = await readGround()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(readGround).not.toBe(light)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect.poll(readGround).toBe(light)
})

test('a visitor reads after the last sample question how many were right, and where they are taught', async ({
  page,
}) => {
  await page.goto('/')
  const part = page.getByRole('region', { name: 'Try a question now' })
  const next = part.getByRole('button', { name: 'Next sample question' })
  // Choosing takes the options away, so nothing can be read of them afterwards.
  const choose = async (option: number) => {
    await part.getByRole('radio').nth(option).click()
    // Before the code of the page has come, the button for the next one does nothing.
    await expect(part.getByText(/^Why/)).toBeVisible()
  }
  await choose(0)
  await next.click()
  await choose(1)
  await expect(part.getByText(/^You had/)).toHaveCount(0)
  await next.click()
  await choose(0)
  await expect(getLiveRegion(part)).toContainText(
    'You had 2 of 3. What you missed is taught in week 4.',
  )
  await part.getByRole('button', { name: 'Start again' }).click()
  await expect(part.getByText('1 of 3')).toBeVisible()
  await choose(3)
  await next.click()
  await choose(3)
  await next.click()
  await choose(3)
  await expect(getLiveRegion(part)).toContainText(
    'You had 0 of 3. What you missed is taught in week 3 and week 4.',
  )
  await part.getByRole('link', { name: 'week 4' }).click()
  await expect(page).toHaveURL('/course#week-4')
  await expect(page.getByText('Week 4', { exact: true })).toBeInViewport()
})
