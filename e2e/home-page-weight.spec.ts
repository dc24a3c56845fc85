import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const kilobyte = 1024
/** A font that comes late may move words within their line; a line more is ten times that. */
const maxShift = 0.003

test('home is light before the first interaction, and nothing shifts', async ({ page }) => {
  const bytes = { script: 0, stylesheet: 0, font: 0 }
  const measured: Promise<void>[] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'font') return
    const measure = async () => {
      const body = await response.body()
      bytes[kind] += kind === 'font' ? body.length : gzipSync(body).length
    }
    measured.push(measure())
  })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/', { waitUntil: 'networkidle' })
  await Promise.all(measured)
  expect(bytes.script).toBeLessThanOrEqual(130 * kilobyte)
  expect(bytes.stylesheet).toBeLessThanOrEqual(25 * kilobyte)
  expect(bytes.font).toBeLessThanOrEqual(50 * kilobyte)

  const { shift, largest } = await readShifts(page)
  expect(shift).toBeLessThan(maxShift)
  expect(largest).toBe('H1')
})

for (const width of [390, 1280]) {
  test(`nothing shifts where the fonts come late, at ${width} px`, async ({ page }) => {
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
