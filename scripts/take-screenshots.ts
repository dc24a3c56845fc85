import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { chromiumArgs, findOrInstallChromium } from '#programs/chromium.ts'
import { extendEnvironment, root } from '#programs/run-command.ts'
import { demoPassword, studentEmail } from '../demo/logins.ts'
import { readCommand } from './command-line/read-command.ts'
import { stampPictures } from './pictured-screens.ts'

// Takes the pictures of the home page from a fresh demo, light and dark.

readCommand('screenshots')

const folder = join(root, 'web/site/home/screenshots')
const port = Number(process.env.PORT ?? 3998)
const url = `http://127.0.0.1:${port}`
const schemes = ['light', 'dark'] as const

const wide = { width: 1280, height: 820 }
const phone = { width: 390, height: 520 }
const tallPhone = { width: 390, height: 660 }

const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'))
const demo = spawn(process.execPath, ['scripts/demo.ts'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: extendEnvironment({
    DATA_DIR: join(dataDir, 'demo'),
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
  }),
})
try {
  await waitUntilServed()
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: chromiumArgs,
  })
  await takeAll(browser)
  await browser.close()
  stampPictures()
} finally {
  demo.kill()
  rmSync(dataDir, { recursive: true, force: true })
}

async function waitUntilServed() {
  for (let second = 0; second < 300; second++) {
    if (demo.exitCode !== null) throw new Error('The demo did not start; the reason is above.')
    const reply = await fetch(`${url}/healthz`).catch(() => null)
    if (reply?.ok) return
    await sleep(1000)
  }
  throw new Error('The demo was not ready within five minutes.')
}

/** All in one visit, so that one attempt is enough. */
async function takeAll(browser: Browser) {
  const page = await browser.newPage({ viewport: tallPhone, deviceScaleFactor: 2, baseURL: url })
  await page.goto('/student/login')
  await page.getByLabel('Email').fill(studentEmail)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/student/studentpanel')

  await showResult(page)
  await take(page, 'result', 780)
  await page.setViewportSize(wide)
  await showQuiz(page)
  await take(page, 'quiz', 1280)
  await page.setViewportSize(phone)
  await take(page, 'quiz-phone', 780)
}

/** `width` is that of the picture, in pixels. */
async function take(page: Page, name: string, width: number) {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await page.waitForLoadState('networkidle')
    await sharp(await page.screenshot({ animations: 'disabled' }))
      .resize({ width })
      .webp({ quality: 82 })
      .toFile(join(folder, `${name}-${colorScheme}.webp`))
  }
}

/** The best result, so that the ring is green. */
async function showResult(page: Page) {
  await page.goto('/student/result')
  const details = page.locator('a[href*="/student/result-detail/"]')
  await details.first().waitFor()
  const paths = await details.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  )
  for (const path of new Set(paths)) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    if (await page.getByText('Excellent!').isVisible()) return
  }
  throw new Error('The student of the demo has no excellent result.')
}

/** In a test that has run for some minutes: a question with code, after another one was answered. */
async function showQuiz(page: Page) {
  await page.goto('/student/studentpanel')
  await page
    .getByRole('button', { name: /^Resume / })
    .first()
    .click()
  const first = await readPlace(page)
  for (let question = first; question < first + 6; question++) {
    await page.getByText(`Question ${question} of`).first().waitFor()
    const isRadio = await page.getByRole('radiogroup', { name: 'Options' }).isVisible()
    if (question > first && isRadio && (await page.locator('pre').count()) > 0) break
    await page.locator('fieldset input').first().check()
    await page.getByRole('button', { name: 'Submit Answer' }).click()
    await page.getByText(`Answer ${question} saved`).first().waitFor()
  }
  await page.getByRole('radio').nth(1).check()
}

/** The number in "Question 10 of 13". */
async function readPlace(page: Page): Promise<number> {
  const place = page.getByText(/^Question \d+ of/).first()
  await place.waitFor()
  return Number((await place.innerText()).match(/\d+/)?.[0])
}
