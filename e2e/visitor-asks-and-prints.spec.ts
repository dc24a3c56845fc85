import { listEnquiries } from '#contract/enquiries.ts'
import { getFields } from '#test/registration-page.ts'
import { expect, test } from './fixtures.ts'

const feeSentence = 'We tell you the fee before you pay; registering costs nothing.'

test('a visitor asks about another course', async ({ page, testApp }) => {
  await page.goto('/course')
  await page.getByRole('link', { name: 'Ask about this course, React JS' }).click()
  const card = page.getByRole('region', { name: 'Send Enquiry' })
  const courses = card.getByLabel('Courses')
  await expect(courses).toHaveValue('React JS')
  await card.getByLabel('Name', { exact: true }).fill('Priya Nair')
  await card.getByLabel('Email').fill('priya@example.com')
  await card.getByPlaceholder('Contact Number').fill('९८२२०.४१७३६')
  await card.getByRole('button', { name: 'Send Enquiry' }).click()
  await expect(card.getByRole('status')).toContainText('Thank you, Priya Nair.')
  const { json } = await (await testApp.createAdmin()).request(listEnquiries)
  expect(json).toMatchObject([{ course: 'React JS', contact: '98220.41736' }])
})

test('a visitor enrols for another course, and reads of the fee', async ({ page }) => {
  await page.goto('/course')
  await page.getByRole('link', { name: 'Enrol in React JS' }).click()
  const { course } = getFields(page)
  await expect(course).toHaveValue('react js')
  await expect(page).toHaveURL('/registration')
  await expect(page.getByRole('region', { name: 'Course Details' })).toContainText(feeSentence)
  await expect(page.getByRole('region', { name: 'Terms & Conditions' })).toContainText(feeSentence)

  await course.selectOption({ label: 'PHP' })
  await page.reload()
  await expect(course).toHaveValue('php')
})

test('what is printed is whole, light and without an empty form', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/course', { waitUntil: 'networkidle' })
  const answers = page.locator('details > p:first-of-type')
  const count = await answers.count()
  expect(count).toBeGreaterThan(2)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('details > p:first-of-type:visible')).toHaveCount(count)
  await expect(page.getByText(/^Sample text/).first()).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('details[open]')).toHaveCount(1)

  await page.goto('/')
  const pictures = page.locator('figure img:visible')
  await expect(pictures).toHaveCount(2)
  await expect(page.locator('#enquiry')).toBeHidden()
  const readPictures = () =>
    pictures.evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  const printed = await readPictures()
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  expect(await readPictures()).not.toEqual(printed)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await expect.poll(readPictures).toEqual(printed)
})
