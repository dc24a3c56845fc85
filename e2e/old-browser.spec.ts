import { site } from '#site'
import { expect, test } from './fixtures.ts'

/** Prerendered, drawn by scripts alone, and the only ones with a form that must not look usable. */
const paths = ['/', '/registration', '/student/login', '/student/quiz/1', '/admin/home']

test('a browser that is too old says which ones work, and who to call', async ({ page }) => {
  await page.addInitScript('delete Array.prototype.findLast; delete URL.parse')
  for (const path of paths) {
    await page.goto(path)
    const notice = page.getByText('This browser is too old for this site.')
    await expect(notice).toBeVisible()
    await expect(notice).toContainText('Chrome 103, Edge 103, Firefox 115 or Safari 15.4')
    await expect(notice).toContainText(site.phone)
  }
})

test('a supported browser shows no warning', async ({ page }) => {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page.getByText('This browser is too old for this site.')).toBeHidden()
  }
})

test('a browser without popovers opens and closes the menus', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(URL, 'parse')
    for (const name of ['popover', 'togglePopover', 'hidePopover', 'showPopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name)
  })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  // The stand-in is here: a click before it would open the browser's own popover.
  const hasStandIn = () => page.evaluate(() => 'togglePopover' in HTMLElement.prototype)
  await expect.poll(hasStandIn).toBe(true)
  const button = page.getByRole('button', { name: 'Menu' })
  const menu = page.locator('#menu')
  await expect(page.locator('[data-open]')).toHaveCount(0)
  await button.click()
  await expect(menu).toHaveAttribute('data-open', '')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(menu).not.toHaveAttribute('data-open')
  await expect(button).toBeFocused()
  await button.click()
  await page.mouse.click(20, 400)
  await expect(menu).not.toHaveAttribute('data-open')
  await button.click()
  await menu.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(menu).not.toHaveAttribute('data-open')
})
