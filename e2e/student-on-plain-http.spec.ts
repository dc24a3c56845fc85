import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import config from '../playwright.config.ts'
import { test as base, expect } from './fixtures.ts'
import { answer, choose, getOnlyAttempt, logInOnScreen, start } from './student-actions.ts'

const host = 'exams.institute.test'

/** A computer lab without certificates: a local host name and http. */
const test = base.extend({
  baseURL: ({ testApp }, use) => use(testApp.url.replace('127.0.0.1', host)),
})
const { launchOptions } = config.use ?? {}
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  },
})

/** Chromium reports that it ignores headers that need https. */
const untrustworthy = /origin was untrustworthy/

test('a test can be taken over plain http, where browsers offer less', { tag: '@long' }, async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await testApp.createAdmin()
  const exam = await createReleasedExam(admin, { title: 'Node JS', questions: createQuestions(2) })
  await logInOnScreen(page, await createStudent(testApp))
  const offers = await page.evaluate(() => ({
    host: location.hostname,
    isSecure: isSecureContext,
    randomUUID: typeof crypto.randomUUID,
    subtle: typeof crypto.subtle,
  }))
  expect(offers).toEqual({
    host,
    isSecure: false,
    randomUUID: 'undefined',
    subtle: 'undefined',
  })
  await start(page, 'Node JS')
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await getOnlyAttempt(admin, exam._id)).toMatchObject({
    score: 2,
    finishReason: 'Completed',
  })
  await page.getByRole('link', { name: 'Go now' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(complaints.filter((text) => !untrustworthy.test(text))).toEqual([])
  complaints.length = 0
})
