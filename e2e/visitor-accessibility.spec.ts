import sharp from 'sharp'
import { getFields } from '#test/registration-page.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

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

const viewports = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const

for (const { colorScheme, width } of viewports) {
  test.describe(`in the ${colorScheme} theme, ${width} px wide`, () => {
    const viewport = { width, height: 800 }
    test.use({ colorScheme, viewport, contextOptions: { reducedMotion: 'reduce' } })

    for (const path of paths) {
      test(`${path} has no violations, and does not scroll horizontally`, async ({ page }) => {
        await page.goto(path)
        await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme)
        await expectAccessible(page)
        for (const narrow of [320, 768]) {
          await page.setViewportSize({ width: narrow, height: 800 })
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(overflow, `at ${narrow} px`).toBe(0)
        }
      })
    }

    test('a missing page has no violations', async ({ page, complaints }) => {
      await page.goto('/nowhere')
      await expect(page.getByRole('heading', { name: 'This layer is missing' })).toBeVisible()
      await expectAccessible(page)
      complaints.length = 0 // the browser's own line about the 404
    })

    test('the registration with everything asked and everything wrong', async ({ page }) => {
      await page.goto('/registration')
      const fields = getFields(page)
      await page.getByLabel('Student', { exact: true }).check()
      await fields.course.selectOption('Other')
      await fields.referral.selectOption('Friend')
      await fields.sameAddress.check()
      await fields.terms.check()
      await fields.register.click()
      await expect(page.getByRole('alert')).toBeFocused()
      await expectAccessible(page)
    })

    test('the tool that covers the numbers of a card', async ({ page }) => {
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
      await expectAccessible(page)
      await use.click()
      await expect(page.getByText('card.png')).toBeVisible()
      await expectAccessible(page)
    })

    test('the dialog of the terms, and the calendar', async ({ page }) => {
      await page.goto('/registration')
      await page.getByRole('link', { name: 'Terms & Conditions' }).click()
      await expect(page.getByRole('button', { name: 'I Agree' })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Pick a day' }).click()
      await expect(page.getByRole('button', { name: '2004' })).toBeVisible()
      await expectAccessible(page)
    })
  })
}
