import sharp from 'sharp'
import { getFields } from '#test/registration-page.ts'
import { expect, expectAccessibleInBothThemes, openWithin, test } from './fixtures.ts'

const paths = [
  '/',
  '/about',
  '/course',
  '/blog',
  '/blog/sit-a-timed-test-without-panic',
  '/blog/flexbox-or-grid',
  '/blog/a-full-stack-developers-day',
  '/contact',
  '/privacy-policy',
  '/terms',
  '/registration',
] as const

test('no page of the site has violations or scrolls horizontally', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/')
  for (const path of paths) {
    await openWithin(page, path)
    await expect(page).toHaveURL(path)
    await expectAccessibleInBothThemes(page)
  }
})

test('a missing page has no violations', async ({ page, complaints }) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'This layer is missing' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  complaints.length = 0 // the browser's own line about the 404
})

test('the registration with all fields and all errors has no violations', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/registration')
  const fields = getFields(page)
  await page.getByLabel('Student', { exact: true }).check()
  await fields.course.selectOption('Other')
  await fields.referral.selectOption('Friend')
  await fields.sameAddress.check()
  await fields.terms.check()
  await fields.register.click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expectAccessibleInBothThemes(page)
})

test('the tool that covers the numbers of a card has no violations', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/registration')
  const buffer = await sharp({
    create: { width: 800, height: 500, channels: 3, background: 'white' },
  })
    .png()
    .toBuffer()
  const { front, dob } = getFields(page)
  await dob.fill(`01-01-${new Date().getFullYear() - 15}`)
  await front.setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer })
  const use = page.getByRole('button', { name: 'Use this picture' })
  await expect(use).toBeEnabled()
  await page.locator('[data-box]').first().focus()
  await expectAccessibleInBothThemes(page)
  await use.click()
  const useUnmoved = page.getByRole('button', { name: 'Yes, use it' })
  await expect(useUnmoved).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await useUnmoved.click()
  await expect(page.getByText('card.png')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('the dialog of the terms and the calendar have no violations', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/registration')
  await page.getByRole('link', { name: 'Terms & Conditions' }).click()
  await expect(page.getByRole('button', { name: 'I Agree' })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Pick a day' }).click()
  await expect(page.getByRole('button', { name: '2004' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
