import type { Locator, Page } from '@playwright/test'

/** Where words appear that are spoken; it stands there empty, without a role, until they do. */
export function getLiveRegion(part: Page | Locator): Locator {
  return part.locator('[aria-live="polite"]')
}
