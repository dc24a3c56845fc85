import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { adminLogin } from '#contract/accounts.ts'
import { adminEmail, adminPassword } from '#test/test-app.ts'
import { expect, type ListeningTestApp } from './fixtures.ts'

/** An admin who is logged in twice: as an API client, and in a browser that shows no page yet. */
export async function openAsAdmin(page: Page, testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const data = { email: adminEmail, password: adminPassword }
  await expect(await page.request.post(adminLogin.path, { data })).toBeOK()
  return admin
}

/** On screen. */
export async function logInAsAdmin(page: Page, path = '/admin/home') {
  await page.goto(path)
  await page.getByLabel('Email').fill(adminEmail)
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(path)
  // An open menu closes when the page changes.
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeHidden()
}

export function getQuestionCard(page: Page, number: number) {
  return page.getByRole('region', { name: `Question ${number}`, exact: true })
}

/** The first of the four is the right one. */
export async function writeQuestion(
  page: Page,
  number: number,
  text: string,
  options: readonly string[],
) {
  const card = getQuestionCard(page, number)
  await card.getByLabel('Question', { exact: true }).fill(text)
  for (const [index, option] of options.entries()) {
    const letter = 'ABCD'[index]
    await card.getByRole('textbox', { name: `Option ${letter}` }).fill(option)
  }
  await card.getByRole('radio', { name: 'Option A is correct' }).check()
}

export function createPicture(format: 'png' | 'jpeg' = 'png') {
  const teal = { create: { width: 120, height: 80, channels: 3, background: 'teal' } } as const
  return sharp(teal).toFormat(format).toBuffer()
}

export async function createPictureFile(name: string) {
  return { name, mimeType: 'image/png', buffer: await createPicture() }
}

/** Opens a card that is folded to its title and one line. */
export async function unfold(page: Page, title: string) {
  await page.locator('summary', { has: page.getByRole('heading', { name: title }) }).click()
}
