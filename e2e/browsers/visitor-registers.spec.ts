import sharp from 'sharp'
import { sendLoginDetails } from '#contract/login-details.ts'
import { getStudent, listStudents } from '#contract/students.ts'
import { createStudent } from '#test/factories.ts'
import { priya } from '#test/registration-page.ts'
import { saveFile } from '../photo-files.ts'
import { readMailedPassword } from '../student-actions.ts'
import { expect, test } from './fixtures.ts'
import type { User } from './user.ts'

const drawCard = (format: 'jpeg' | 'webp') =>
  sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#83d2d8' } })
    .toFormat(format)
    .toBuffer()

/** The question stands where the tool did: what is pressed sooner is taken for a double click. */
async function useUnmovedBoxes(user: User) {
  await user.see('Is the number covered?')
  await new Promise((resolve) => setTimeout(resolve, 600))
  await user.click('Yes, use it')
}

test('a student registers with a birthday from the calendar and two photos', async ({
  user,
  testApp,
}) => {
  await user.open('/registration')
  await user.fill('Name', priya.name)
  await user.fill('Email', priya.email)
  await user.fill('Phone', priya.phone)
  await user.click('Pick a day')
  await user.click(/^2003/)
  await user.click(/^Aug/)
  await user.click(/14 August 2003/)
  await user.choose('Female')
  await user.upload(/^Aadhaar card, front/, await saveFile('front.jpg', await drawCard('jpeg')))
  await user.click('Use this picture')
  await useUnmovedBoxes(user)
  await user.see('front.jpg')
  await user.upload(/^Aadhaar card, back/, await saveFile('back.webp', await drawCard('webp')))
  await user.click('Use this picture')
  await useUnmovedBoxes(user)
  await user.see('back.webp')
  await user.fill('Parent/Guardian name', priya.fname)
  await user.fill('Parent/Guardian phone', priya.fphone)
  await user.fill('Local address', priya.laddress)
  await user.choose('Permanent address is the same as local address')
  await user.choose('Student')
  await user.fill('Qualification', 'B.Sc.')
  await user.fill('Year', '2025')
  await user.fill('College', 'Fergusson College, Pune')
  await user.select('Course', 'Full Stack')
  await user.select('How did you hear about us?', 'Google')
  await user.choose(/^I agree that .* keeps my details/)
  await user.choose('I accept the Terms & Conditions')
  await user.click('Register')
  await user.seePath('/student/login')

  const admin = await testApp.createAdmin()
  const [listed] = (await admin.request(listStudents)).json
  expect(listed).toMatchObject({ name: priya.name, dob: '14-08-2003' })
  const { json } = await admin.request(getStudent, { params: { id: listed?._id ?? '' } })
  for (const url of [json.aadharFront, json.aadharBack]) {
    const { rawPayload } = await testApp.fastify.inject({ url: url ?? '', cookies: admin.cookies })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1600, height: 1000 })
  }
})

test('the first login asks for a new password', { tag: '@long' }, async ({ user, testApp }) => {
  const { id, email } = await createStudent(testApp)
  const admin = await testApp.createAdmin()
  await admin.request(sendLoginDetails, { params: { id }, body: { deliver: 'mail' } })
  const oneTime = await readMailedPassword(testApp, email)
  const ownPassword = 'three green parrots'
  await user.open('/student/login')
  await user.submitLogin(email, oneTime)
  await user.seePath('/student/changePassword')
  await user.see('You logged in with a one-time password.')
  await user.fill('One-time password', oneTime)
  await user.fill('New password', ownPassword)
  await user.click('Change password')
  await user.seePath('/student/studentpanel')
  await user.see('Hello, Priya')
  await user.click('Logout')
  await user.seePath('/')
  await user.open('/student/login?next=/student/result')
  await user.submitLogin(email, ownPassword)
  await user.seePath('/student/result')
})
