import sharp from 'sharp'
import { serverHeader } from '#contract/server-header.ts'
import { listStudents } from '#contract/students.ts'
import { addPicture, fillStudentRegistration, getFields, priya } from '#test/registration-page.ts'
import { expect, test } from './fixtures.ts'

const failed = 'Failed to submit form'

test('every empty field is reported above and at its place, in the same words', async ({
  page,
}) => {
  await page.goto('/registration')
  const fields = getFields(page)
  await fields.terms.check()
  await fields.register.click()

  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: Register/)
  await expect(summary.getByRole('link')).toHaveText([
    'Enter your name',
    'Enter your email address',
    'Enter your phone number',
    'Enter your date of birth',
    'Choose your gender',
    'Enter the name of your parent or guardian',
    'Enter the phone number of your parent or guardian',
    'Enter your local address',
    'Enter your permanent address',
    'Choose whether you study or work',
    'Choose a course',
    'Choose how you heard of us',
    'Agree to the Privacy Policy to register',
  ])
  await expect(fields.name).toHaveAccessibleDescription('Enter your name')
  await expect(fields.name).toHaveAttribute('aria-invalid', 'true')
  await summary.getByRole('link', { name: 'Enter your phone number' }).click()
  await expect(fields.phone).toBeFocused()
  await expect(page.getByRole('link', { name: 'Personal Details (has errors)' })).toBeVisible()
})

test.describe('fields that are asked conditionally', () => {
  for (const { choose, errors } of [
    {
      choose: 'Student',
      errors: [
        'Enter your qualification',
        'Enter the year of your qualification',
        'Enter the name of your college',
      ],
    },
    {
      choose: 'Working professional',
      errors: ['Enter your designation', 'Enter the name of your company'],
    },
  ]) {
    test(`a ${choose.toLowerCase()} learns what is missing`, async ({ page }) => {
      await page.goto('/registration')
      const fields = getFields(page)
      await page.getByLabel(choose, { exact: true }).check()
      await fields.course.selectOption('Other')
      await fields.terms.check()
      await fields.register.click()
      const summary = page.getByRole('alert')
      for (const error of [...errors, 'Enter the course you want']) {
        await expect(summary.getByRole('link', { name: error })).toBeVisible()
      }
    })
  }
})

test('a field is validated when it is left, and again when it is corrected', async ({ page }) => {
  await page.goto('/registration')
  const { email, year, dob, phone } = getFields(page)
  await email.focus()
  await phone.focus()
  await expect(page.getByText('Enter your email address'), 'untouched is not judged').toBeHidden()
  await email.pressSequentially('priya.nair@gmail')
  await expect(page.getByText('in the format name@example.com'), 'nor while typing').toBeHidden()
  await phone.pressSequentially('12')
  await expect(email).toHaveAccessibleDescription(
    'Enter an email address in the format name@example.com',
  )
  await dob.pressSequentially('31-02-2003')
  await expect(phone).toHaveAccessibleDescription('Enter a phone number with 7 to 15 digits')
  await page.getByLabel('Student', { exact: true }).check()
  await expect(dob).toHaveAccessibleDescription('31 February does not exist')
  await dob.fill('14-08-2093')
  await year.fill('25')
  await expect(dob).toHaveAccessibleDescription('The year is in the future')
  await email.fill(priya.email)
  await expect(year).toHaveAccessibleDescription('Enter the year as four digits, like 2025')
  await phone.focus()
  await expect(email).not.toHaveAttribute('aria-invalid')
})

test('a taken email address is reported at its field, and nothing is lost', async ({
  page,
  testApp,
  complaints,
}) => {
  const fields = await fillStudentRegistration(page)
  await fields.register.click()
  await expect(page).toHaveURL('/student/login')

  await fillStudentRegistration(page, { name: 'Priya N.' })
  const buffer = await sharp({
    create: { width: 40, height: 25, channels: 3, background: 'teal' },
  })
    .png()
    .toBuffer()
  await addPicture(page, fields.front, { name: 'front.png', mimeType: 'image/png', buffer })
  await fields.consent.check()
  await fields.register.click()

  const taken = 'An account with this email already exists.'
  await expect(page.getByText(failed)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: failed })).toContainText(taken)
  await expect(fields.email).toHaveAccessibleDescription(taken)
  await expect(page.getByRole('link', { name: taken })).toBeVisible()
  await expect(fields.name).toHaveValue('Priya N.')
  await expect(fields.college).toHaveValue('Fergusson College, Pune')
  await expect(page.getByText('front.png')).toBeVisible()
  complaints.length = 0 // the browser's own line about the 409

  await fields.email.fill('priya.n@example.com')
  await fields.register.click()
  await expect(page).toHaveURL('/student/login')
  const { json } = await (await testApp.createAdmin()).request(listStudents)
  expect(json.map(({ email }) => email).sort()).toEqual(['priya.n@example.com', priya.email])
})

test('a 429 is shown with its reason, and the form stays filled in', async ({
  page,
  complaints,
}) => {
  const fields = await fillStudentRegistration(page)
  await page.route('**/api/students/register', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 'too-many', message: 'Too many tries. Please wait a little, then try again.' },
      headers: { [serverHeader]: '1', 'Retry-After': '90' },
    }),
  )
  await fields.register.click()
  await expect(page.getByRole('alert').filter({ hasText: failed })).toContainText(
    /Too many tries\. Please wait a little, then try again\. You can try again in 1\smin (30|2\d)\ss\./,
  )
  await expect(fields.name).toHaveValue(priya.name)
  complaints.length = 0 // the browser's own line about the status
})

test('errors from the server are shown at their fields', async ({ page, complaints }) => {
  const fields = await fillStudentRegistration(page)
  await page.route('**/api/students/register', (route) =>
    route.fulfill({
      status: 400,
      headers: { [serverHeader]: '1' },
      json: {
        code: 'registration-faulty',
        message: 'Some details are missing or not as expected.',
        fields: { college: 'Enter the name of your college', phone: 'This phone is not known' },
      },
    }),
  )
  await fields.register.click()
  await expect(fields.phone).toHaveAccessibleDescription('This phone is not known')
  await expect(fields.college).toHaveAccessibleDescription('Enter the name of your college')
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'This phone is not known',
    'Enter the name of your college',
  ])
  complaints.length = 0 // the browser's own line about the 400
})

test('pictures are checked before they are sent', { tag: '@long' }, async ({
  page,
  complaints,
}) => {
  const fields = await fillStudentRegistration(page)
  const png = await sharp({ create: { width: 40, height: 25, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const damaged =
    'The file for Aadhaar card, front cannot be opened. It may be damaged, or too large for this device. Choose another one.'
  await fields.front.setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: png.subarray(0, 20),
  })
  await expect(page.getByText(damaged)).toBeVisible()
  await fields.back.setInputFiles({
    name: 'card.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('%PDF-1.7'),
  })
  const notAPicture =
    'The file for Aadhaar card, back is not a JPEG, PNG or WebP image. Choose another one.'
  await expect(page.getByText(notAPicture)).toBeVisible()

  await fields.register.click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([damaged, notAPicture])

  await page.getByRole('button', { name: 'Leave it out' }).first().click()
  await expect(page.getByText(damaged)).toBeHidden()
  await addPicture(page, fields.back, { name: 'b.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByText(notAPicture)).toBeHidden()
  await expect(page.getByText('b.png')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('b.png')).toBeHidden()

  await addPicture(page, fields.back, { name: 'c.png', mimeType: 'image/png', buffer: png })
  await fields.consent.check()
  await page.route('**/api/students/register', (route) =>
    route.fulfill({
      status: 413,
      headers: { [serverHeader]: '1' },
      json: { code: 'too-large', message: 'This is larger than we can take.' },
    }),
  )
  await fields.register.click()
  await expect(fields.back).toHaveAccessibleDescription(
    'The file for Aadhaar card, back is larger than 5 MB. Choose a smaller image. c.png 1 KB',
  )
  complaints.length = 0 // the browser's own line about the 413
})

test('the form shows that it is being sent, and accepts no input', { tag: '@long' }, async ({
  page,
}) => {
  const fields = await fillStudentRegistration(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/students/register', async (route) => {
    await released
    await route.continue()
  })
  await fields.register.click()
  await expect(page.getByText('Sending your registration…')).toBeVisible()
  await expect(fields.register).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('[inert]')).toContainText('Personal Details')
  release()
  await expect(page).toHaveURL('/student/login')
})
