import type { Page, Response } from '@playwright/test'
import { weigh, weighedKinds } from '#test/page-weight.ts'
import { expect, test } from './fixtures.ts'

/** A font that comes late may move words within their line; a line more is ten times that. */
const maxShift = 0.003

function startCounting(page: Page) {
  const bytes = { script: 0, stylesheet: 0, font: 0 }
  const scripts: string[] = []
  const measured: Promise<void>[] = []
  const measure = async (response: Response) => {
    const type = response.request().resourceType()
    const kind = weighedKinds.find((kind) => kind === type)
    if (!kind) return
    const body = await response.body()
    bytes[kind] += weigh(kind, body)
    if (kind === 'script') scripts.push(body.toString())
  }
  const onResponse = (response: Response) => void measured.push(measure(response))
  page.on('response', onResponse)
  return async () => {
    page.off('response', onResponse)
    await Promise.all(measured)
    return { bytes, scripts }
  }
}

test('home is light before the first interaction, and nothing shifts', async ({ page }) => {
  const count = startCounting(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/', { waitUntil: 'networkidle' })
  const { bytes } = await count()
  expect(bytes.script).toBeLessThanOrEqual(130_000)
  expect(bytes.stylesheet).toBeLessThanOrEqual(25_000)
  expect(bytes.font).toBeLessThanOrEqual(50_000)

  const { shift, largest } = await readShifts(page)
  expect(shift).toBeLessThan(maxShift)
  expect(largest).toBe('H1')
})

test('a post loads nothing to highlight code that its HTML already highlights', {
  tag: '@long',
}, async ({ page }) => {
  const count = startCounting(page)
  await page.goto('/blog/flexbox-or-grid', { waitUntil: 'networkidle' })
  await expect(page.locator('pre .hljs-attribute').first()).toBeVisible()
  const { bytes, scripts } = await count()
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.filter((script) => script.includes('hljs'))).toEqual([])
  expect(bytes.script).toBeLessThanOrEqual(140_000)

  await page.getByRole('link', { name: 'Blog', exact: true }).first().click()
  await page
    .getByRole('link', { name: /timed test without panic/ })
    .first()
    .click()
  await expect(page.locator('pre .hljs-keyword').first()).toBeVisible()
})

for (const width of [390, 1280]) {
  test(`nothing shifts when the fonts load late, at ${width} px`, { tag: '@long' }, async ({
    page,
  }) => {
    const gate = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/', { waitUntil: 'commit' })
    const countPaints = () =>
      page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
    await expect.poll(countPaints).toBe(1)
    gate.resolve()
    await page.waitForLoadState('networkidle')
    expect((await readShifts(page)).shift).toBeLessThan(maxShift)
  })
}

/** The layout shift of all that moved so far, and the tag of the largest element. */
function readShifts(page: Page) {
  return page.evaluate(async () => {
    const collectEntries = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
        observer.observe({ type, buffered: true })
        // An observer without entries never calls back.
        requestIdleCallback(() => resolve(observer.takeRecords()))
      })
    const paints = await collectEntries('largest-contentful-paint')
    const shifts = (await collectEntries('layout-shift')) as (PerformanceEntry & {
      value: number
    })[]
    const last = paints.at(-1) as { element?: Element } | undefined
    return {
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
      largest: last?.element?.tagName,
    }
  })
}
