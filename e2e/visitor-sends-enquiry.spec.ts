import type { Page, Route } from '@playwright/test'
import { listEnquiries } from '#contract/enquiries.ts'
import { expect, test } from './fixtures.ts'

function getEnquiryForm(page: Page) {
  const card = page.getByRole('region', { name: 'Send Enquiry' })
  return {
    card,
    name: card.getByLabel('Name', { exact: true }),
    email: card.getByLabel('Email'),
    contact: card.getByPlaceholder('Contact Number'),
    courses: card.getByLabel('Courses'),
    send: card.getByRole('button', { name: 'Send Enquiry' }),
  }
}

for (const path of ['/', '/contact'] as const) {
  test(`an enquiry from ${path} reaches the institute`, async ({ page, testApp }) => {
    await page.goto(path)
    const { card, name, email, contact, courses, send } = getEnquiryForm(page)
    await card.scrollIntoViewIfNeeded()
    await expect(courses.locator('> option')).toHaveText([
      'Please Select Courses',
      'Frontend Development',
      'Backend Development',
      'Full Stack Development',
    ])
    await name.fill('Priya Nair')
    await email.fill('priya@example.com')
    await contact.fill('98220 41736')
    await courses.selectOption('Full Stack Development')
    await card.getByLabel('Message (optional)').fill('When does the next batch start?')
    await send.click()
    await expect(card.getByText('Thank you, Priya Nair.').locator('..')).toContainText(
      'Thank you, Priya Nair.',
    )
    await expect(card.getByText('Thank you, Priya Nair.').locator('..')).toBeFocused()

    const { json } = await (await testApp.createAdmin()).request(listEnquiries)
    expect(json).toMatchObject([
      {
        name: 'Priya Nair',
        email: 'priya@example.com',
        contact: '98220 41736',
        course: 'Full Stack Development',
        message: 'When does the next batch start?',
      },
    ])
    await card.getByRole('button', { name: 'Send another enquiry' }).click()
    await expect(name).toHaveValue('')
  })
}

test('missing values are reported under their fields, the first one focused', async ({ page }) => {
  await page.goto('/contact')
  const { name, email, contact, courses, send } = getEnquiryForm(page)
  await send.click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Enter your name')
  await expect(email).toHaveAccessibleDescription(/name@example.com/)
  await expect(contact).toHaveAccessibleDescription('Enter your phone number')
  await expect(courses).toHaveAccessibleDescription('Choose a course')
})

test('a lost connection or reply keeps the text, and the next try sends it once', async ({
  page,
  context,
  complaints,
  testApp,
}) => {
  await page.goto('/contact')
  const { card, name, email, contact, courses, send } = getEnquiryForm(page)
  await name.fill('Priya Nair')
  await email.fill('priya@example.com')
  await contact.fill('98220 41736')
  await courses.selectOption('Backend Development')
  await context.setOffline(true)
  await send.click()
  await expect(card.getByRole('alert')).toContainText('You seem to be offline.')
  await expect(name).toHaveValue('Priya Nair')
  await context.setOffline(false)
  const loseReply = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/enquiries', loseReply, { times: 1 })
  await send.click()
  await expect(card.getByRole('alert')).toContainText('We cannot reach the server.')
  complaints.length = 0 // the browser's own lines about lost connections
  await send.click()
  await expect(card.getByText('Thank you, Priya Nair.').locator('..')).toContainText('Thank you')
  const { json } = await (await testApp.createAdmin()).request(listEnquiries)
  expect(json).toHaveLength(1)
})

test('the code of the enquiry card is not loaded until the card comes near the viewport', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text())
  })
  const hasFormCode = async () =>
    (await Promise.all(scripts)).some((script) => script.includes('Send another enquiry'))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(await hasFormCode()).toBe(false)
  await getEnquiryForm(page).card.scrollIntoViewIfNeeded()
  await expect(getEnquiryForm(page).send).toBeEnabled()
  expect(await hasFormCode()).toBe(true)
})
