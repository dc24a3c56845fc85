import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addPicture, getFields } from '#test/registration-page.ts'
import { expect, openWithin, test } from './fixtures.ts'

const createPicture = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 400, height: 250, channels: 3, background: '#83d2d8' } })
    .jpeg()
    .toBuffer(),
})
const getTermsDialog = (page: Page) => page.getByRole('dialog', { name: 'Terms & Conditions' })
const openTerms = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Terms & Conditions' }).click()

test('Back closes the terms, and then leaves the page', async ({ page }) => {
  await page.goto('/contact')
  await openWithin(page, '/registration')
  const readLength = () => page.evaluate(() => history.length)
  const length = await readLength()

  await openTerms(page)
  await expect(getTermsDialog(page)).toBeVisible()
  await page.goBack()
  await expect(getTermsDialog(page)).toBeHidden()
  await expect(page).toHaveURL('/registration')

  await page.goForward()
  await expect(getTermsDialog(page), 'Forward opens nothing').toBeHidden()
  await expect(page).toHaveURL('/registration')

  for (const close of ['Escape', 'Escape', 'Escape']) {
    await openTerms(page)
    await expect(getTermsDialog(page)).toBeVisible()
    await page.keyboard.press(close)
    await expect(getTermsDialog(page)).toBeHidden()
  }
  const readSheets = () => page.evaluate(() => history.state?.sheets)
  await expect.poll(readSheets).toBeUndefined()
  expect(await readLength(), 'no entry is left over').toBe(length + 1)

  await page.goBack()
  await expect(page).toHaveURL('/contact')
})

test('one Back leaves the page after a reload with the terms open', async ({ page }) => {
  await page.goto('/contact')
  await openWithin(page, '/registration')
  await openTerms(page)
  await expect(getTermsDialog(page)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible()
  await expect(getTermsDialog(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => history.state?.sheets)).toBeUndefined()
  await page.goBack()
  await expect(page).toHaveURL('/contact')
})

test('Back closes the tool that covers the numbers, and loses nothing typed', async ({ page }) => {
  await page.goto('/registration')
  const { front, name } = getFields(page)
  await name.fill('Priya Nair')
  await front.setInputFiles(await createPicture('front.jpg'))
  const tool = page.getByRole('dialog', { name: /^Cover the numbers/ })
  await expect(tool).toBeVisible()
  await page.goBack()
  await expect(tool).toBeHidden()
  await expect(page).toHaveURL('/registration')
  await expect(name).toHaveValue('Priya Nair')
})

test('chosen pictures are still there after a visit to another page', async ({ page }) => {
  await page.goto('/registration')
  const { back } = getFields(page)
  await addPicture(page, back, await createPicture('back.jpg'))
  await openWithin(page, '/contact')
  await expect(page.getByText('back.jpg')).toBeHidden()
  await page.goBack()
  await expect(page.getByText('back.jpg')).toBeVisible()
  await expect(page.getByText(/Please choose them again/)).toBeHidden()

  await page.goto('/terms')
  await page.goto('/registration')
  await expect(
    page.getByText(/Your pictures were removed when this page was closed/),
    'the site was opened anew, not reloaded',
  ).toBeVisible()
})

test('the tool asks once about boxes that were not moved', async ({ page }) => {
  await page.goto('/registration')
  const { front } = getFields(page)
  await front.setInputFiles(await createPicture('front.jpg'))
  const use = page.getByRole('button', { name: 'Use this picture' })
  await use.click()
  const question = page.getByRole('dialog', { name: 'Is the number covered?' })
  const enlarged = question.getByRole('img', { name: 'Aadhaar card, front, with its boxes' })
  await expect(enlarged).toBeVisible()
  await question.getByRole('button', { name: 'Move the boxes' }).press('Enter')
  await expect(page.locator('[data-box]')).toHaveCount(2)
  await use.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('front.jpg')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the tool does not mention keys', async ({ page }) => {
    await page.goto('/registration')
    await getFields(page).front.setInputFiles(await createPicture('front.jpg'))
    await expect(page.getByText('Drag a box to move it')).toBeVisible()
    await expect(page.getByText('With the keyboard')).toBeHidden()
  })
})
