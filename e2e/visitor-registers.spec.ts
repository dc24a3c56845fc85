import sharp from 'sharp'
import { getStudent, listStudents } from '#contract/students.ts'
import { site } from '#site'
import {
  addPicture,
  fillCommonFields,
  fillStudentRegistration,
  getFields,
  priya,
} from '#test/registration-page.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'

async function listRegistered(testApp: ListeningTestApp) {
  const { json } = await (await testApp.createAdmin()).request(listStudents)
  return json
}

const createCardImage = (format: 'jpeg' | 'png' | 'webp') =>
  sharp({ create: { width: 400, height: 250, channels: 3, background: '#83d2d8' } })
    .toFormat(format)
    .toBuffer()

test('a student registers and learns where the password is', async ({ page, testApp }) => {
  const fields = await fillStudentRegistration(page)
  await fields.register.click()

  await expect(page).toHaveURL('/student/login')
  await expect(
    page
      .getByRole('main')
      .getByText('Registration Successful. This site does not send emails yet.')
      .first(),
  ).toContainText('Ask the institute for the one-time password of priya.nair@example.com')
  expect(await page.evaluate(() => sessionStorage.getItem('registered-email'))).toBeNull()
  expect(await listRegistered(testApp)).toMatchObject([
    {
      ...priya,
      gender: 'female',
      role: 'student',
      paddress: priya.laddress,
      qualification: 'B.Sc. Computer Science',
      qualificationYear: '2025',
      college: 'Fergusson College, Pune',
      course: 'full stack',
      referral: 'Google',
    },
  ])
  await page.goto('/registration')
  await expect(fields.name, 'the draft is done with').toHaveValue('')
})

test('a professional chooses another course and names the referring friend', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const fields = await fillCommonFields(page)
  await page.getByLabel('Working professional').check()
  await fields.designation.fill('Support engineer')
  await fields.company.fill('Tata Power')
  await fields.course.selectOption('Other')
  await fields.otherCourse.fill('Rust')
  await fields.referral.selectOption('Friend')
  await fields.friend.fill('Arjun Mehta')
  await fields.register.click()

  await expect(page).toHaveURL('/student/login')
  const [student] = await listRegistered(testApp)
  expect(student).toMatchObject({
    role: 'workingProfessional',
    designation: 'Support engineer',
    company: 'Tata Power',
    course: 'other',
    otherCourse: 'Rust',
    friendName: 'Arjun Mehta',
  })
  expect(student).not.toHaveProperty('college')
})

test('a guardian of a student under 18 agrees too, by name', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  const fields = await fillStudentRegistration(page, { fname: '<script>alert(1)</script>' })
  await expect(fields.guardianConsent).toBeHidden()
  const young = `01-01-${new Date().getFullYear() - 15}`
  await fields.dob.fill(young)
  await expect(fields.dob).toHaveAccessibleDescription(/Under 18: a parent or guardian must agree/)
  await fields.register.click()
  const consentError = 'Ask your parent or guardian to agree'
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([consentError])
  await page.getByRole('link', { name: consentError }).click()
  await expect(fields.guardianConsent).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('link', { name: consentError })).toBeHidden()

  await fields.fname.fill('Suresh Nair')
  await expect(fields.guardianConsent, 'another name agrees anew').not.toBeChecked()
  await fields.guardianConsent.check()
  await expect(page.getByText('I, Suresh Nair, am the parent or guardian of Priya')).toBeVisible()
  await fields.consent.uncheck()
  await fields.register.click()
  await expect(fields.consent).toHaveAccessibleDescription(
    'Agree to the Privacy Policy to register',
  )
  await fields.consent.check()
  await fields.register.click()
  await expect(page).toHaveURL('/student/login')
  expect(await listRegistered(testApp)).toMatchObject([
    {
      dob: young,
      consent: { noticeVersion: site.privacyNoticeVersion, language: 'en' },
      guardianConsent: { name: 'Suresh Nair' },
      identityAtDesk: false,
    },
  ])
})

test('an answer that another answer hides is removed and not sent', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  const fields = await fillStudentRegistration(page)
  await fields.course.selectOption('Other')
  await fields.otherCourse.fill('Rust')
  await fields.course.selectOption({ label: 'Python' })
  await expect(fields.otherCourse).toBeHidden()
  await fields.referral.selectOption('Friend')
  await fields.friend.fill('Arjun Mehta')
  await fields.referral.selectOption('Linkedin')
  await expect(fields.friend).toBeHidden()
  await page.getByLabel('Working professional').check()
  await expect(fields.college).toBeHidden()
  await page.getByLabel('Student', { exact: true }).check()
  await expect(fields.college).toHaveValue('')
  await page.getByLabel('Working professional').check()
  await fields.designation.fill('Tester')
  await fields.company.fill('Infosys')

  const sending = page.waitForRequest('**/api/students/register')
  await fields.register.click()
  const sent = (await sending).postData() ?? ''
  for (const hidden of ['college', 'qualification', 'otherCourse', 'friendName', 'Rust', 'Arjun']) {
    expect(sent).not.toContain(hidden)
  }
  await expect(page).toHaveURL('/student/login')
  expect(await listRegistered(testApp)).toMatchObject([{ course: 'python', company: 'Infosys' }])
})

test('screen readers announce required fields, and an error in a field that is left', async ({
  page,
}) => {
  await page.goto('/registration')
  const { name, email, phone, college, course, consent, terms } = getFields(page)
  await page.getByLabel('Student', { exact: true }).check()
  for (const field of [name, email, phone, college, course, consent, terms])
    await expect(field).toHaveAttribute('aria-required', 'true')
  await expect(page.getByRole('radiogroup', { name: 'Gender' })).toHaveAttribute('aria-required')
  const optional = page.getByRole('radiogroup', { name: 'Aadhaar card (optional)' })
  await expect(optional).not.toHaveAttribute('aria-required')

  const spoken = page.locator('form [aria-live] p')
  await email.fill('priya')
  await expect(spoken).toHaveCount(0)
  await page.keyboard.press('Tab')
  const [error] = await page.locator('[id$="email-error"]').allTextContents()
  await expect(spoken).toHaveText([`Email: ${error}`])
  await email.pressSequentially('@')
  await expect(spoken, 'once').toHaveCount(0)
})

test('both pictures of the card are uploaded', async ({ page, testApp }) => {
  const fields = await fillStudentRegistration(page)
  await addPicture(page, fields.front, {
    name: 'front.jpg',
    mimeType: 'image/jpeg',
    buffer: await createCardImage('jpeg'),
  })
  await addPicture(page, fields.back, {
    name: 'back.webp',
    mimeType: 'image/webp',
    buffer: await createCardImage('webp'),
  })
  await expect(page.getByText('front.jpg')).toBeVisible()
  await expect(page.getByText('back.webp')).toBeVisible()
  await fields.consent.check()
  await fields.register.click()
  await expect(page).toHaveURL('/student/login')

  const admin = await testApp.createAdmin()
  const [listed] = (await admin.request(listStudents)).json
  const { json } = await admin.request(getStudent, { params: { id: listed?._id ?? '' } })
  expect(json.aadharFront).toMatch(/front$/)
  expect(json.aadharBack).toMatch(/back$/)
})

test('the permanent address follows the local one while the box is ticked', async ({ page }) => {
  await page.goto('/registration')
  const { laddress, sameAddress, paddress } = getFields(page)
  await laddress.fill('Kothrud')
  await sameAddress.check()
  await expect(paddress).toHaveValue('Kothrud')
  await expect(paddress).toHaveAttribute('readonly')
  await laddress.fill('Kothrud, Pune')
  await expect(paddress).toHaveValue('Kothrud, Pune')
  await sameAddress.uncheck()
  await expect(paddress).toHaveValue('')
  await expect(paddress).toBeEditable()
})

test('a date of birth can be typed in several formats, or picked', async ({ page }) => {
  await page.goto('/registration')
  const { dob } = getFields(page)
  await dob.fill('4/8/2003')
  await dob.blur()
  await expect(dob).toHaveValue('04-08-2003')
  await dob.fill('')
  await page.getByRole('button', { name: 'Pick a day' }).click()
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await calendar.getByRole('button', { name: '2003' }).click()
  await calendar.getByRole('button', { name: 'Aug' }).click()
  await calendar.getByRole('button', { name: '14 August 2003' }).click()
  await expect(dob).toHaveValue('14-08-2003')
  await expect(dob).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(calendar.getByRole('button', { name: '14 August 2003' })).toBeFocused()
  for (const key of ['PageDown', 'ArrowUp', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(dob).toHaveValue('08-09-2003')
  await expect(dob).toBeFocused()
  await page.getByRole('button', { name: 'Pick a day' }).click()
  await calendar.getByRole('button', { name: '11 September 2003' }).evaluate((day: HTMLElement) => {
    day.click()
    document.querySelector<HTMLElement>('[aria-label="Pick a day"]')?.click()
  })
  await expect(dob).toHaveValue('11-09-2003')
  await expect(calendar.getByRole('button', { name: '11 September 2003' })).toBeFocused()
})

test('a reload loses nothing that was typed', { tag: '@long' }, async ({ page }) => {
  const fields = await fillStudentRegistration(page)
  await page.reload()
  await expect(fields.name).toHaveValue(priya.name)
  await expect(page.getByLabel('Female')).toBeChecked()
  await expect(fields.college).toHaveValue('Fergusson College, Pune')
  await expect(fields.sameAddress).toBeChecked()
  await expect(fields.paddress).toHaveAttribute('readonly')
  await expect(fields.course).toHaveValue('full stack')
  await expect(fields.register).toBeEnabled()
})

test('text typed before the code is loaded is kept', { tag: '@long' }, async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/registration', { waitUntil: 'commit' })
  const fields = getFields(page)
  await fields.name.fill(priya.name)
  await page.getByLabel('Student', { exact: true }).check()
  await fields.course.selectOption('Other')
  await expect(fields.college).toBeHidden()
  release()
  await expect(fields.college).toBeVisible()
  await expect(fields.otherCourse).toBeVisible()
  await expect(fields.name).toHaveValue(priya.name)
  await expect(fields.course).toHaveValue('other')
})

test('a double click registers once', async ({ page, testApp }) => {
  const fields = await fillStudentRegistration(page)
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/students/register')) calls += 1
  })
  await fields.register.dblclick()
  await expect(page).toHaveURL('/student/login')
  expect(calls).toBe(1)
  expect(await listRegistered(testApp)).toHaveLength(1)
})

test('the terms are accepted by the switch or in their dialog', async ({ page }) => {
  await page.goto('/registration')
  const { terms, register } = getFields(page)
  await expect(register).toBeDisabled()
  await expect(page.getByText('Accept the terms to enable Register')).toBeVisible()

  const link = page.getByRole('link', { name: 'Terms & Conditions' })
  await link.click()
  const dialog = page.getByRole('dialog', { name: 'Terms & Conditions' })
  await expect(dialog).toContainText('Fees once paid are not refundable.')
  await expect(dialog).toContainText('Uninformed leave means no eligibility for a backup.')
  await expect(dialog).toContainText('7 or more days of leave without prior permission ends the')
  await expect(dialog).toContainText('I have understood the course content and duration and')
  await dialog.getByText('Close', { exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(register, 'closing accepts nothing').toBeDisabled()
  await expect(link).toBeFocused()

  await link.click()
  await dialog.getByRole('button', { name: 'I Agree' }).click()
  await expect(dialog).toBeHidden()
  await expect(terms).toBeChecked()
  await expect(register).toBeEnabled()
  await expect(page.getByText('Accept the terms to enable Register')).toBeHidden()
})

test('the query in the URL shows the banner', async ({ page }) => {
  for (const query of ['success=true', 'success', 'success=1']) {
    await page.goto(`/registration?${query}`)
    await expect(page.getByText('THANKS. Your registration is successful.').first()).toBeVisible()
  }
  await page.goto('/registration')
  await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible()
  await expect(page.getByText('THANKS.').first()).toBeHidden()
})
