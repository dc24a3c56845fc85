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
  await expect(card.getByText(/^Thank you/)).toContainText('Thank you, Priya Nair.')
  const { json } = await (await testApp.createAdmin()).request(listEnquiries)
  expect(json).toMatchObject([{ course: 'React JS', contact: '98220.41736' }])
})

test('a visitor enrols for another course, and reads about the fee', async ({ page }) => {
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

test('a printed page is complete, light and without an empty form', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/course')
  const answers = page.locator('details > p:first-of-type')
  const count = await answers.count()
  expect(count).toBeGreaterThan(2)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(answers.filter({ visible: true })).toHaveCount(count)
  // Again, since nobody hears the first ones until the code of the page has come.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(page.locator('details[open]')).toHaveCount(count, { timeout: 500 })
  }).toPass()
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

test('a printed registration page lists what is needed, without the form', async ({ page }) => {
  await page.goto('/registration?course=react%20js', { waitUntil: 'networkidle' })
  await expect(getFields(page).course).toHaveValue('react js')
  const main = page.getByRole('main')
  await expect(main.getByText('Chosen course')).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main').locator('input, select, textarea, button, a')).not.toHaveCount(
    0,
  )
  await expect(
    main.locator('input, select, textarea, button, a').filter({ visible: true }),
  ).toHaveCount(0)
  for (const words of ['Chosen course: React JS.', feeSentence, '/registration', '+91 98765 43210'])
    await expect(main.getByText(words).filter({ visible: true })).toHaveCount(1)
})

test('a printed sample question shows its answer, and no buttons', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const part = page.getByRole('region', { name: 'Try a question now' })
  const answer = part.getByRole('paragraph').filter({ hasText: 'Correct answer.' })
  await expect(answer).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(answer).toContainText('2500')
  await expect(part.getByText('Choose an option')).toBeHidden()
  await expect(part.getByRole('button')).toHaveCount(0)
})
