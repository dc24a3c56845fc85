import { createBatch, createReleasedExam } from '#test/factories.ts'
import { test } from './fixtures.ts'

/** As this browser's own locale data has them: WebKit on Debian 12 has ICU 72. */
test('batches show their days, and a window its hours', async ({ user, testApp }) => {
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
