import { listStudents } from '#contract/students.ts'
import { createBatch, createReleasedExam } from '#test/factories.ts'
import { priya } from '#test/registration-page.ts'
import { expect, test } from './fixtures.ts'

/** As this browser's own locale data has them: WebKit on Debian 12 has ICU 72. */
test('a student registers with the birthday that was picked', async ({ user, testApp }) => {
  await user.open('/registration')
  await user.fill('Name', priya.name)
  await user.fill('Email', priya.email)
  await user.fill('Phone', priya.phone)
  await user.click('Pick a day')
  await user.click(/^2003/)
  await user.click(/^Aug/)
  await user.click(/14 August 2003/)
  await user.choose('Female')
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
  const { json } = await (await testApp.createAdmin()).request(listStudents)
  expect(json).toMatchObject([{ dob: '14-08-2003' }])
})

test('batches have their days, and a window its hours', async ({ user, testApp }) => {
  const admin = await testApp.createAdmin()
  await createBatch(admin, [], { startDate: '2020-10-05', endDate: '2199-04-02' })
  await createReleasedExam(admin, { title: 'Node JS' })
  await user.logInAsAdmin()
  await user.open('/admin/batches')
  await user.see('5 Oct 2020 to 2 Apr 2199')
  await user.see('Running')
  await user.follow('Morning B12')
  await user.click('Open a test')
  await user.select('Test', 'Node JS')
  await user.click('Choose the times')
  await user.click('Add window')
  await user.see('10:00 am to 11:00 am')
})
