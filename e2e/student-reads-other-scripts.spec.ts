import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createQuestions, createReleasedExam, createStudent, openWindow } from '#test/factories.ts'
import config from '../playwright.config.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { logIn } from './student-actions.ts'

/** The machine's fonts without those for Tamil and Chinese. */
function writeFontsFile(): string {
  const reject = (language: string) =>
    `<pattern><patelt name="lang"><string>${language}</string></patelt></pattern>`
  const languages = ['ta', 'zh-cn', 'zh-tw', 'zh-hk', 'ja', 'ko'].map(reject).join('')
  const path = join(mkdtempSync(join(tmpdir(), 'fonts-')), 'fonts.conf')
  writeFileSync(
    path,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include>/etc/fonts/fonts.conf</include>
<selectfont><rejectfont>${languages}</rejectfont></selectfont></fontconfig>`,
  )
  return path
}

const { launchOptions } = config.use ?? {}
test.use({
  launchOptions: {
    ...launchOptions,
    env: { ...(process.env as Record<string, string>), FONTCONFIG_FILE: writeFontsFile() },
  },
})

const [plain] = createQuestions(1)
const toExam = (title: string, ...questions: readonly string[]) =>
  ({
    title,
    integrityMode: 'observe',
    questions: questions.map((question) => ({ ...plain, question })),
  }) as Parameters<typeof createReleasedExam>[1]

const getLetters = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByText('Letters', { exact: true }) })

async function openChecks(page: Page, title: string) {
  await page.getByRole('button', { name: `Start ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).not.toContainText('Checking…')
  return dialog
}

test('a script that the device cannot show is named before the start, and does not block it', async ({
  page,
  testApp,
}) => {
  const admin = await testApp.createAdmin()
  await createReleasedExam(admin, toExam('Tamil', 'எது சரி?', '对还是错？ π'))
  await createReleasedExam(admin, toExam('Greek', 'Is π a letter?'))
  await createReleasedExam(admin, toExam('Plain', 'सही है? 🙂 ∑ ≤ 𝔸', 'Which?'))
  await logIn(page, await createStudent(testApp))

  const plainDialog = await openChecks(page, 'Plain')
  await expect(plainDialog.getByText('All checks are fine')).toBeVisible()
  await expect(plainDialog.locator('summary').first()).toContainText(
    'connection, window, clock, zoom, browser',
  )
  await expect(plainDialog.getByText('Letters', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')

  const greekDialog = await openChecks(page, 'Greek')
  await greekDialog.getByText('Show', { exact: true }).click()
  await expect(getLetters(page)).toContainText('This computer can show Greek letters.')
  await page.keyboard.press('Escape')

  const dialog = await openChecks(page, 'Tamil')
  await expect(getLetters(page)).toContainText(
    'This computer cannot show Chinese and Tamil letters, which this test uses. Ask your trainer for another computer.',
  )
  await expect(dialog.getByText('The other checks are fine')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Start the quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Question 1 of 2' })).toBeVisible()
})

test('the lobby names the missing script, too', async ({ page, testApp }) => {
  const admin = await testApp.createAdmin()
  const { _id } = await createReleasedExam(admin, toExam('Tamil', 'எது சரி?'))
  await openWindow(admin, _id, { now: Date.now(), opens: 10 })
  await logIn(page, await createStudent(testApp))
  await page.goto(`/student/lobby/${_id}`)
  await expect(getLetters(page)).toContainText('This computer cannot show Tamil letters')
})
