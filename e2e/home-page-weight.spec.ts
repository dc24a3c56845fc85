import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'

const kilobyte = 1024

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

  const { moved, largest } = await page.evaluate(async () => {
    const collectEntries = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
        observer.observe({ type, buffered: true })
        // An observer without entries never calls back.
        requestIdleCallback(() => resolve(observer.takeRecords()))
      })
    const paints = await collectEntries('largest-contentful-paint')
    const last = paints.at(-1) as { element?: Element } | undefined
    return {
      moved: (await collectEntries('layout-shift')).length,
      largest: last?.element?.tagName,
    }
  })
  expect(moved).toBe(0)
  expect(largest).toBe('H1')
})
