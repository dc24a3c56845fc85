import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'

test('a live screen follows its stream through the shared worker', async ({ user, testApp }) => {
  const admin = await testApp.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, { title: 'Node JS' })
  await startAttempt(await createStudent(testApp, 'Asha Rao'), testId)
  await user.logInAsAdmin()
  await user.open(`/admin/test/${testId}/live`)
  await user.seeThe('heading', 'Node JS')
  const shows = (name: string) =>
    user.page.evaluate((text: string) => document.body.innerText.includes(text), name)
  await expect.poll(() => shows('Asha Rao')).toBe(true)
  await expect.poll(() => testApp.fastify.countLiveStreams()).toBe(1)
  // A page that is slow to open may have looked by itself before its stream was there.
  await user.page.evaluate(() => performance.clearResourceTimings())
  await startAttempt(await createStudent(testApp, 'Bela Shah'), testId)
  await expect.poll(() => shows('Bela Shah')).toBe(true)
  const calls = await user.page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  expect(calls.filter((path) => /^\/api\/(live\/tables|test\/\w+\/live)/.test(path))).toEqual([])
})
