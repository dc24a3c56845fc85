import type { Locator, Page } from '@playwright/test'

/** The region whose words are announced; it is there from the start, empty and without a role. */
export function getLiveRegion(part: Page | Locator): Locator {
  return part.locator('[aria-live="polite"]')
}
