import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects no violation found by axe, in the page or in a part of it. */
export async function expectAccessible(page: Page, part?: string) {
  // Our pages have no frames: legacy mode takes half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([])
}

/** The same, and no horizontal scrolling on a tablet, a phone, or at 400 % zoom. */
export async function expectAccessibleAndResponsive(page: Page) {
  await expectAccessible(page)
  const size = page.viewportSize()
  for (const width of [768, 320]) {
    await page.setViewportSize({ width, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBe(width)
  }
  if (size) await page.setViewportSize(size)
}
