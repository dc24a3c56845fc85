import { releaseResults } from '#contract/result-release.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { getOnlyAttempt, logIn, logInOnScreen } from './student-actions.ts'

// As most people see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const refusedEarly = /status of 403/

test('a student takes a test by keyboard, and sees the result when it is released', async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await testApp.createAdmin()
  const exam = await createReleasedExam(admin, { title: 'React JS', questions: createQuestions(3) })
  await logInOnScreen(page, await createStudent(testApp))
  await expect(page.getByText('1 test is open for you.')).toBeVisible()
  await page.getByRole('button', { name: 'Start React JS' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'React JS' })
  await expect(dialog).toHaveAccessibleDescription(/^This ends the quiz at once Switching to /)
  const close = page.getByRole('button', { name: 'Close' })
  await expect(close, 'not the button that starts the clock').toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Start the quiz' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('React JS: Quiz | FSL Academy')
  await expect(page.getByRole('navigation')).toHaveCount(0)

  await expect(page.getByRole('heading', { name: 'Question 1 of 3' })).toBeVisible()
  await expect(page.getByText('Not submitted yet')).toBeVisible()
  const heading = page.getByRole('heading', { level: 1 })
  const question = page.locator('#question-text')
  await expect(heading).toBeFocused()
  await expect(heading).toHaveAccessibleDescription(await question.innerText())
  await expect(page.getByRole('img', { name: '0 of 3 questions answered' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose an option first.')).toBeVisible()
  await page.keyboard.press('d')
  await page.keyboard.press('a')
  await expect(page.getByRole('radio', { name: /^A right/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^A right/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Answer 1 saved')).toBeVisible()

  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  await expect(heading).toBeFocused()
  await expect(heading).toHaveAccessibleDescription(await question.innerText())
  await expect(page.getByRole('img', { name: '1 of 3 questions answered' })).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^B wrong/ })).toBeChecked()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Question 3 of 3' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Finish Quiz' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Letter keys' }).uncheck()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('a')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('radio', { name: /^A right/ }).check()
  await page.keyboard.press('Enter')

  const thanks = page.getByRole('heading', { name: 'Thank you!' })
  await expect(thanks).toBeFocused()
  await expect(thanks).toHaveAccessibleDescription(/^Your quiz is finished and all 3 answers/)
  await expect(page.getByText('all 3 answers are saved')).toBeVisible()
  await expect(page.getByText(/Back to your panel in \d s/)).toBeVisible()
  expect(await getOnlyAttempt(admin, exam._id)).toMatchObject({
    score: 2,
    finishReason: 'Completed',
  })
  await expect(page, 'after five seconds').toHaveURL('/student/studentpanel')
  await expect(page.locator('#main'), 'to read on from there').toBeFocused()
  await expect(page.getByRole('row', { name: /React JS/ })).toContainText('Completed')

  await page.getByRole('link', { name: 'Result' }).click()
  await expect(page.getByText('No Released Results.')).toBeVisible()
  await expect(page.getByRole('row', { name: /React JS/ })).toContainText('Not released')
  await expect(page.getByRole('link', { name: /View Details/ })).toHaveCount(0)
  const attempt = await getOnlyAttempt(admin, exam._id)
  await page.goto(`/student/result-detail/${attempt?._id}`)
  await expect(page.getByText('Results not yet released for this test.')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringMatching(refusedEarly)])

  await admin.request(releaseResults, { params: { testId: exam._id } })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Good effort!' })).toBeVisible()
  await expect(page.getByText('You answered 2 of 3 questions correctly.')).toBeVisible()
  await expect(page.getByText('You have no attempt left at this test.')).toBeVisible()
  await expect(page.getByText(/^For another attempt, .* call .* or write to /)).toBeVisible()
  await page.getByRole('link', { name: 'See your answers' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Your answers' })).toBeFocused()
  await page.getByRole('radio', { name: 'Incorrect 1' }).check()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText('Your answer', { exact: true })).toBeVisible()
  await expect(page.getByText('Correct answer', { exact: true })).toBeVisible()
})

test('an attempt that does not exist, or is not theirs, is not found', { tag: '@long' }, async ({
  page,
  testApp,
  complaints,
}) => {
  await logIn(page, await createStudent(testApp))
  await page.goto('/student/result-detail/someone-elses')
  await expect(page.getByText('Quiz attempt not found.')).toBeVisible()

  await page.goto('/student/result')
  await expect(page.getByRole('heading', { name: 'No Released Results' })).toBeVisible()
  await page.goto('/student/studentpanel')
  await expect(page.getByRole('heading', { name: 'No tests available.' })).toBeVisible()

  // The news as well: its first reply would load the list again without the button.
  const listAndNews = /\/api\/students\/(quiz-attempts|news)$/
  await page.route(listAndNews, (route) => route.fulfill({ status: 500 }))
  // The panel reads the same list, which a link would take from memory.
  await page.goto('/student/result')
  await expect(page.getByText('Failed to load quiz results. Please try again.')).toBeVisible()
  await page.unroute(listAndNews)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No Released Results' })).toBeVisible()
  complaints.length = 0
})
