import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

export const windowSize = { width: 1180, height: 860 } as const

export async function answerByProtocol(page: Page) {
  await page.locator('fieldset label').first().click()
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await page.getByText('Answer 1 saved').waitFor()
}

/** A page without a window has no zoom of its own: it gets the values of a zoomed one. */
export async function zoomByProtocol(page: Page, ...factors: readonly number[]) {
  const protocol = await page.context().newCDPSession(page)
  for (const factor of factors) {
    await protocol.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round(windowSize.width / factor),
      height: Math.round(windowSize.height / factor),
      deviceScaleFactor: factor,
      screenWidth: windowSize.width,
      screenHeight: windowSize.height,
      mobile: false,
    })
    await pause(500)
  }
}

/** `ctrl+shift+i` is `Control+Shift+i`. */
export function toPlaywrightKey(key: string): string {
  const names: Readonly<Record<string, string>> = {
    ctrl: 'Control',
    shift: 'Shift',
    Alt_L: 'Alt',
    Super_L: 'Meta',
    Print: 'PrintScreen',
  }
  return key
    .split('+')
    .map((part) => names[part] ?? part)
    .join('+')
}
