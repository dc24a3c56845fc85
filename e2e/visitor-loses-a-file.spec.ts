import { getFields } from '#test/registration-page.ts'
import { expect, test } from './fixtures.ts'

test('a registration survives files that fail to load, and no click is lost', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto('/registration', { waitUntil: 'networkidle' })
  const fields = getFields(page)
  await fields.name.fill('Priya Nair')
  await context.setOffline(true)

  await page.getByRole('button', { name: 'Pick a day' }).click()
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await expect(calendar).toContainText('The calendar does not load. Type the day instead')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Terms & Conditions' }).first().click()
  const own = page.getByRole('link', { name: 'on a page of their own' })
  await expect(own).toHaveAttribute('href', '/terms')
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('alert')).toContainText('The page does not load yet.')
  await expect(fields.name).toHaveValue('Priya Nair')

  await context.setOffline(false)
  await expect(page, 'goes on where the click led').toHaveURL('/blog')
  await page.goBack()
  await expect(fields.name).toHaveValue('Priya Nair')
  await page.getByRole('button', { name: 'Pick a day' }).click()
  await expect(calendar.getByRole('button', { name: '2003' })).toBeVisible()
  await page.keyboard.press('Escape')

  await fields.email.pressSequentially('priya@gmial.con')
  await fields.phone.pressSequentially('12')
  // A slow press: the error of the phone must not push the button away from under it.
  await page.getByRole('button', { name: 'Use this address' }).click({ delay: 300 })
  await expect(fields.email).toHaveValue('priya@gmail.com')
  await expect(fields.phone).toHaveAccessibleDescription(/7 to 15 digits/)
  complaints.length = 0 // the browser's own lines about the lost connection
})
