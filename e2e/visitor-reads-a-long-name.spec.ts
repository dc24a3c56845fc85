import type { Page } from '@playwright/test'
import { site } from '#site'
import { createStudent } from '#test/factories.ts'
import { logInAsAdmin } from './admin-actions.ts'
import { expect, openWithin, test } from './fixtures.ts'
import { logIn } from './student-actions.ts'

test.use({ viewport: { width: 320, height: 640 } })

/** 40 letters. */
const longName = 'Vishwakarma Academy of Computer Sciences'
const endlessName = 'V'.repeat(40)

/** Puts the name of another institute into the pages and scripts that are built. */
async function rename(page: Page, name: string) {
  await page.route('**/*', async (route) => {
    if (!['document', 'script'].includes(route.request().resourceType())) return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(site.product, name)
    await route.fulfill({ response, body })
  })
}

async function expectToFit(page: Page, name: string) {
  await expect(page.getByRole('banner')).toContainText(name)
  const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(readWidth, { message: page.url() }).toBe(320)
  // The header of the page before goes with it.
  const readEnd = async () => {
    const menu = await page.getByRole('button', { name: 'Menu' }).boundingBox()
    return (menu?.x ?? 0) + (menu?.width ?? Infinity)
  }
  await expect.poll(readEnd).toBeLessThanOrEqual(320)
  const bar = await page.getByRole('banner').boundingBox()
  expect(bar?.height, page.url()).toBeLessThanOrEqual(112)
}

for (const name of [longName, endlessName]) {
  test(`${name} fits into a narrow window`, async ({ page }) => {
    await rename(page, name)
    await page.goto('/')
    await expectToFit(page, name)
    for (const path of ['/student/login', '/admin/login']) {
      await openWithin(page, path)
      await expectToFit(page, name)
    }
  })
}

test('a long name fits above the panels of students and staff', async ({ page, testApp }) => {
  await testApp.createAdmin()
  await rename(page, longName)
  await logIn(page, await createStudent(testApp, 'Priya Nair'))
  await expectToFit(page, longName)
  await page.context().clearCookies()
  await page.goto('/')
  await logInAsAdmin(page)
  await expectToFit(page, longName)
})
