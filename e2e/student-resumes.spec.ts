import { enrol, questions, releasedExam } from '#server/house-classroom.ts'
import { expect, test } from './fixtures.ts'
import { answer, attemptAt, choose, logIn, start } from './student-at-desk.ts'

test('a reload goes on at the first question without an answer', async ({ page, house }) => {
  const admin = await house.admin()
  const exam = await releasedExam(admin, {
    title: 'Node JS',
    questions: questions(3),
    integrityMode: 'observe',
  })
  await logIn(page, await enrol(house))
  await start(page, 'Node JS')
  await answer(page, 1, /right/)
  await expect(page.getByText('Question 2 of 3')).toBeVisible()
  const second = await page.getByRole('heading', { level: 1 }).innerText()

  await page.reload()
  await expect(page.getByText('Question 2 of 3')).toBeVisible()
  await expect(page.getByText('Answer 1 saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second)
  await answer(page, 2, /right/)
  await expect(page.getByText('Question 3 of 3')).toBeVisible()

  await page.goto('/student/studentpanel')
  await page.getByRole('button', { name: /^Resume \(\d\d:\d\d left\)/ }).click()
  await expect(page.getByText('Question 3 of 3')).toBeVisible()
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await page.getByRole('link', { name: 'Go now' }).click()
  await expect(page.getByRole('row', { name: /Node JS/ })).toContainText('Completed')
  expect(await attemptAt(admin, exam._id)).toMatchObject({ score: 3, finishReason: 'Completed' })
})

test('a quiz that is not running leads back to the panel', async ({ page, house, complaints }) => {
  const exam = await releasedExam(await house.admin(), { title: 'Node JS' })
  await logIn(page, await enrol(house))
  await page.goto(`/student/quiz/${exam._id}`)
  await expect(page.getByText('You have no running attempt at this test.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to your panel' }).click()
  await expect(page).toHaveURL('/student/studentpanel')
  complaints.length = 0
})
