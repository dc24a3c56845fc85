import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const maxPresses = 80

/** Presses Tab until it has the focus, so that it fails where the keyboard does not lead. */
export async function tabTo(page: Page, target: Locator) {
  const hasFocus = (element: Element) => element === document.activeElement
  for (let presses = 0; presses < maxPresses && !(await target.evaluate(hasFocus)); presses += 1)
    await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

export async function pressKey(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
