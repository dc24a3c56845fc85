import type { Browser, Page } from '@playwright/test'
import { finishQuiz } from '#contract/attempts.ts'
import { sendLateAnswers } from '#contract/late-answers.ts'
import { listTimeAdjustments } from '#contract/proctoring.ts'
import { releaseResults } from '#contract/result-release.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import { openAsAdmin, unfold } from './admin-actions.ts'
import { expect, expectAccessible, type ListeningTestApp, test } from './fixtures.ts'
import { answer, choose, getOnlyAttempt, logIn, start } from './student-actions.ts'

/** A student on a device of their own. */
async function openOwnBrowser(browser: Browser, testApp: ListeningTestApp) {
  return (await browser.newContext({ baseURL: testApp.url })).newPage()
}

function hide(page: Page) {
  return page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'hidden')
  })
}

const readMinutesLeft = async (page: Page) =>
  Number.parseInt((await page.getByRole('timer').textContent()) ?? '', 10)

test('a false alarm is undone, and the student continues where they were', async ({
  page,
  testApp,
  browser,
  complaints,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const exam = await createReleasedExam(admin, { title: 'Node JS', questions: createQuestions(3) })
  const student = await openOwnBrowser(browser, testApp)
  await logIn(student, await createStudent(testApp, 'Priya Nair'))
  await start(student, 'Node JS')
  await answer(student, 1, /right/)
  await expect(student.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  await hide(student)
  await expect(student.getByRole('heading', { name: 'Your quiz was submitted' })).toBeVisible()
  await expect(student).toHaveURL('/student/studentpanel')

  await page.goto(`/admin/test/${exam._id}/scores`)
  await page.getByRole('button', { name: 'View Details of Priya Nair' }).click()
  const details = page.getByRole('dialog', { name: 'Priya Nair' })
  await details.getByText('What happened').click()
  await expect(details.getByRole('listitem').filter({ hasText: 'Quiz tab hidden' })).toContainText(
    'Another tab or program, or a locked screen.',
  )
  await details.getByRole('button', { name: 'Reopen' }).click()
  const asking = page.getByRole('dialog', { name: 'Reopen the attempt of Priya Nair' })
  await expect(asking.getByText(/^29\smin.* were left\./)).toBeVisible()
  await asking.getByRole('button', { name: 'Reopen' }).click()
  await expect(asking.getByText('Say why')).toBeVisible()
  await expect(asking.getByLabel('Why?')).toBeFocused()
  await asking.getByLabel('Why?').fill('A message from the bank')
  await asking.getByLabel(/Minutes more/).fill('some')
  await asking.getByRole('button', { name: 'Reopen' }).click()
  await expect(asking.getByText('Enter whole minutes')).toBeVisible()
  await asking.getByLabel(/Minutes more/).fill('')

  await page.route('**/reopen', (route) => route.fulfill({ status: 500 }))
  await asking.getByRole('button', { name: 'Reopen' }).click()
  await expect(asking.getByText(/^The attempt was not reopened\./)).toBeVisible()
  await expect(asking.getByLabel('Why?')).toHaveValue('A message from the bank')
  await page.unroute('**/reopen')
  await asking.getByRole('button', { name: 'Reopen' }).click()
  await expect(
    page.getByText(/^The attempt is open again\. Its clock starts at Resume, at the latest /),
  ).toBeVisible()
  await expect(asking).toBeHidden()
  await expect(page.locator('#main')).toBeFocused()
  const running = page.getByRole('table', { name: 'Attempts in progress' })
  await expect(running.getByRole('row', { name: /Priya Nair/ })).toContainText(
    /(30:00|29:\d\d)Reopened, starts at Resume, at the latest \d/,
  )

  await page.getByRole('link', { name: 'What happened in the attempt of Priya Nair' }).click()
  await expect(page.getByRole('listitem').filter({ has: page.locator('time') })).toContainText([
    'Started',
    'Quiz tab hidden',
    'Ended',
    'Reopened by admin@example.com',
  ])
  await expect(page.getByRole('listitem').filter({ hasText: /^Ended/ })).toContainText(
    'Auto submission',
  )

  await student.reload()
  await student.getByRole('button', { name: /^Resume \((30:00|29:\d\d) left\)/ }).click()
  await expect(student.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  await answer(student, 2, /right/)
  await expect(student.getByRole('heading', { name: 'Question 3 of 3' })).toBeVisible()
  await choose(student, /right/)
  await student.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(student.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  const attempt = await getOnlyAttempt(admin, exam._id)
  expect(attempt).toMatchObject({ score: 3, finishReason: 'Completed' })
  const params = { attemptId: attempt?._id ?? '' }
  expect((await admin.request(listTimeAdjustments, { params })).json).toMatchObject([
    { kind: 'reopened', by: 'admin@example.com', why: 'A message from the bank' },
  ])
  await student.context().close()
  complaints.length = 0
})

test('minutes are added to one attempt, to selected ones and to all, and clocks show it', async ({
  page,
  testApp,
  browser,
  complaints,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const exam = await createReleasedExam(admin, { title: 'Node JS' })
  const student = await openOwnBrowser(browser, testApp)
  await logIn(student, await createStudent(testApp, 'Priya Nair'))
  await start(student, 'Node JS')
  const rohan = await createStudent(testApp, 'Rohan Rao')
  const rohanAttempt = await startAttempt(rohan, exam._id)
  await completeAttempt(await createStudent(testApp, 'Sana Shaikh'), exam._id, 2)

  await page.goto(`/admin/test/${exam._id}/scores`)
  const running = page.getByRole('table', { name: 'Attempts in progress' })
  const getRow = (name: string) => running.getByRole('row', { name: new RegExp(name) })
  await expect(running.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Add time for all' }).click()
  const forAll = page.getByRole('dialog', { name: 'Add minutes for 2 students?' })
  await expect(forAll.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(forAll.getByText(/^Priya Nair Here/)).toBeVisible()
  await forAll.getByRole('button', { name: '10 minutes' }).click()
  const addForAll = forAll.getByRole('button', { name: 'Add 10 minutes for 2' })
  await expect(addForAll).toBeDisabled()
  await expect(forAll.getByText('Choose why first.')).toBeVisible()
  await forAll.getByRole('radio', { name: 'Power cut' }).check()
  await page.route('**/live/actions', (route) => route.fulfill({ status: 500 }))
  await addForAll.click()
  await expect(forAll.getByText(/^Nothing was done\./)).toBeVisible()
  await page.unroute('**/live/actions')
  complaints.length = 0
  await addForAll.click()
  await expect(page.getByText('2 students have 10 more minutes.')).toBeVisible()
  await expect(getRow('Priya Nair')).toContainText(/40:00|39:\d\d/)

  await expect.poll(() => readMinutesLeft(student)).toBe(39)

  await running.getByRole('checkbox', { name: 'Select Rohan Rao' }).check()
  await page.getByRole('button', { name: 'Add time for selected (1)' }).click()
  const forOne = page.getByRole('dialog', { name: 'Add minutes for 1 student?' })
  await forOne.getByRole('radio', { name: 'Workstation' }).check()
  await rohan.request(finishQuiz, { params: { attemptId: rohanAttempt.attemptId }, body: {} })
  await forOne.getByRole('button', { name: 'Add 5 minutes for 1' }).click()
  await expect(
    page.getByText('Nothing was done. Not for 1: they are not taking the test.'),
  ).toBeVisible()
  await expect(running.getByRole('row')).toHaveCount(2)

  await page.getByRole('button', { name: 'Add time for Priya Nair' }).click()
  await forOne.getByRole('radio', { name: 'Noise' }).check()
  await forOne.getByRole('button', { name: 'Add 5 minutes for 1' }).click()
  await expect(page.getByText('Priya Nair has 5 more minutes.')).toBeVisible()
  await expect(getRow('Priya Nair')).toContainText(/45:00|44:\d\d/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.', { exact: true })).toBeVisible()
  await expect(getRow('Priya Nair')).toContainText(/40:00|39:\d\d/)

  await page.getByRole('button', { name: 'Add time for Priya Nair' }).click()
  await forOne.getByRole('button', { name: '1 minute', exact: true }).click()
  await forOne.getByRole('radio', { name: 'Other' }).check()
  await forOne.getByLabel('In your own words').fill('Her chair broke')
  await forOne.getByRole('button', { name: 'Add 1 minute for 1' }).click()
  await expect(page.getByText('Priya Nair has 1 more minute.')).toBeVisible()
  await page.getByRole('link', { name: 'What happened in the attempt of Priya Nair' }).click()
  await expect(page.getByText('10 minutes: Power cut')).toBeVisible()
  await expect(page.getByText('1 minute: Other: Her chair broke')).toBeVisible()
  const stillTaking = 'Priya Nair is still taking this test. The answers appear here when'
  await expect(page.getByText(stillTaking)).toBeVisible()

  await page.goto(page.url().split('?')[0] ?? '')
  await expect(page.getByText(stillTaking)).toBeVisible()
  await expect(page.getByText('1 minute: Other: Her chair broke')).toBeVisible()
  await page.getByRole('button', { name: 'Add time' }).click()
  await expect(forOne.getByText(/^Priya Nair Here/)).toBeVisible()
  await student.context().close()
})

test('another attempt is granted from the answer sheet', async ({ page, testApp, browser }) => {
  const admin = await openAsAdmin(page, testApp)
  const exam = await createReleasedExam(admin, { title: 'Node JS' })
  const priya = await createStudent(testApp, 'Priya Nair')
  await completeAttempt(priya, exam._id, 1)
  await admin.request(releaseResults, { params: { testId: exam._id } })
  await page.goto(`/admin/test/${exam._id}/student/${priya.id}`)
  await page.getByRole('button', { name: 'Grant another attempt' }).click()
  const asking = page.getByRole('dialog', { name: 'Grant Priya Nair another attempt' })
  await expect(
    asking.getByText('The result of this test is released: Priya Nair may have seen'),
  ).toBeVisible()
  await asking.getByLabel('Why?').fill('Was ill')
  await asking.getByRole('button', { name: 'Grant an attempt' }).click()
  await expect(page.getByText('Priya Nair may take this test once more.')).toBeVisible()

  const student = await openOwnBrowser(browser, testApp)
  await logIn(student, priya)
  await start(student, 'Node JS')
  await page.reload()
  await expect(page.getByText(/so this one cannot be reopened now\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeDisabled()
  await student.context().close()
})

test('extra time extends the deadline of attempts that start later', { tag: '@long' }, async ({
  page,
  testApp,
  browser,
}) => {
  const admin = await openAsAdmin(page, testApp)
  await createReleasedExam(admin, { title: 'Node JS' })
  const priya = await createStudent(testApp, 'Priya Nair')
  await page.goto(`/getStudents/${priya.id}`)
  const percent = page.getByLabel('Percent of the duration')
  const save = page.getByRole('button', { name: 'Save allowances' })
  await unfold(page, 'Quiz allowances')
  await percent.fill('a quarter')
  await save.click()
  await expect(page.getByText('Enter a whole percentage, 0 for none')).toBeVisible()
  await percent.fill('500')
  await save.click()
  await expect(page.getByText('Enter 400 or less')).toBeVisible()
  await percent.fill('25')
  await expect(page.getByText(/^A test of 60 mins lasts 75 mins\./)).toBeVisible()
  // As long as a finger presses: the error above must not go, and move the button, before its end.
  await save.click({ delay: 100 })
  await expect(page.getByText('Student details updated successfully.')).toBeVisible()
  await page.reload()
  await unfold(page, 'Quiz allowances')
  await expect(page.getByText('25% extra time')).toBeVisible()
  await expect(percent).toHaveValue('25')

  const student = await openOwnBrowser(browser, testApp)
  await logIn(student, priya)
  await start(student, 'Node JS')
  expect(await readMinutesLeft(student)).toBe(37)
  await student.context().close()
})

test('late answers count once they are accepted', { tag: '@long' }, async ({ page, testApp }) => {
  const admin = await openAsAdmin(page, testApp)
  const exam = await createReleasedExam(admin, {
    title: 'Node JS',
    duration: 5,
    questions: createQuestions(4),
  })
  const student = await createStudent(testApp, 'Priya Nair')
  const { attemptId, paper } = await startAttempt(student, exam._id)
  const answers = paper.questions.slice(0, 3).map(({ _id: questionId, options }) => ({
    questionId,
    selectedOption: options.findIndex(({ text }) => text.startsWith('right')),
    sequence: Date.now(),
  }))
  testApp.advanceClock(6 * 60_000)
  await student.request(sendLateAnswers, { params: { attemptId }, body: { answers } })

  await page.goto(`/admin/test/${exam._id}/scores`)
  await expect(page.getByText('3 late answers')).toBeVisible()
  await page.goto(`/admin/test/${exam._id}/student/${student.id}`)
  const card = page.getByRole('region', { name: 'Late answers' })
  await expect(card.getByText('Needs a decision')).toBeVisible()
  await expect(card.getByText('Score 3 of 4, 75%.')).toBeVisible()
  await expect(card.getByText(/^Score 0 of 4, 0%\./)).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Accept 3 answers' }).click()
  await expect(card.getByText('Accepted', { exact: true })).toBeVisible()
  expect(await getOnlyAttempt(admin, exam._id)).toMatchObject({ score: 3 })
  await card.getByRole('radio', { name: /Leave them out/ }).check()
  await card.getByRole('button', { name: 'Leave 3 answers out' }).click()
  await expect(card.getByText('Left out', { exact: true })).toBeVisible()
  expect(await getOnlyAttempt(admin, exam._id)).toMatchObject({ score: 0 })
})
