import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArgs } from '#programs/chromium.ts'
import type { Cookie } from './quiz-window.ts'

/** An engine without a window, whose page is driven by its protocol alone. */
export async function openOldChrome(executablePath: string, cookies: readonly Cookie[]) {
  const browser: Browser = await chromium.launch({ executablePath, args: chromiumArgs })
  const page = await browser.newPage({ viewport: { width: 1180, height: 860 } })
  page.on('dialog', (dialog) => dialog.accept())
  await page.context().addCookies([...cookies])
  return { page, close: () => browser.close() }
}

export async function startQuizByProtocol(page: Page, panelUrl: string, title: string) {
  await page.goto(panelUrl)
  await page.getByRole('button', { name: `Start ${title}` }).click()
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await page.getByText('Question 1 of').waitFor()
  await page.click('#question-text')
}
