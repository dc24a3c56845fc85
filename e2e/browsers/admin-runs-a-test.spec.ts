import { submitAnswer } from '#contract/attempts.ts'
import { type Exam, listExams } from '#contract/exams.ts'
import { listStudents } from '#contract/students.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import { createStudentTable, writeStudentWorkbook } from '#test/student-table.ts'
import { createPicture } from '../admin-actions.ts'
import { saveFile } from '../photo-files.ts'
import { getExamContent, pastedQuestions } from '../question-files.ts'
import { expect, test } from './fixtures.ts'

test('a test is written, completed with questions from a file, and released', {
  tag: '@long',
}, async ({ user, testApp }) => {
  const admin = await testApp.createAdmin()
  await user.logInAsAdmin()
  await user.follow('Create Test')
  await user.fill('Title', 'Fruit')
  const card = user.within('Question 1')
  await card.fill('Question', 'Which fruit is it?')
  for (const [at, option] of ['Apple', 'Pear', 'Plum', 'Fig'].entries())
    await card.fill(`Option ${'ABCD'[at]}`, option)
  await card.choose('Option A is correct')
  await card.upload(/question/i, await saveFile('fruit.png', await createPicture()))
  await user.click('Import')
  const dialog = user.within('Import questions')
  await dialog.upload(
    'File with questions',
    await saveFile('hooks.gift.txt', Buffer.from(pastedQuestions.GIFT)),
  )
  await user.see('GIFT: 3 questions, 1 ready, 1 to fix in the editor, 1 left out')
  await dialog.click('Add 2 questions')
  await user.within('Question 3').fill('Option C', '<>')
  await user.click('Create Test')
  await user.seePath('/admin/home')
  await user.choose(/: Fruit$/)
  const readCreated = async () => ((await admin.request(listExams)).json as Exam[])[0]
  await expect.poll(readCreated).toMatchObject({ title: 'Fruit', released: true })
  const created = await readCreated()
  expect(await getExamContent(admin, created?._id ?? '')).toMatchObject([
    { text: 'Which fruit is it?', correct_answer: 'Apple', hasPicture: true },
    { text: 'Which hook keeps a value?', correct_answer: 'useRef' },
    { text: 'Which are {braces}?', correct_answer: '{}' },
  ])
})

test('students are imported from a workbook', { tag: '@long' }, async ({ user, testApp }) => {
  const admin = await testApp.createAdmin()
  const { rows } = createStudentTable({ seed: 16, rows: 20, errors: 1 })
  await user.logInAsAdmin()
  await user.follow('Students')
  await user.follow('Add many')
  const workbook = Buffer.from(await writeStudentWorkbook(rows))
  await user.upload('File with students', await saveFile('Nov.xlsx', workbook))
  await user.see('20 rows read.')
  await user.click('Continue')
  await user.see('1 row shown')
  await user.follow('Continue with 19 students')
  await user.choose(/^Printed slips/)
  await user.click('Add 19 students')
  await user.see('19 students added.')
  expect((await admin.request(listStudents)).json).toHaveLength(19)
})

test('the live screen shows an answer as it arrives', { tag: '@long' }, async ({
  user,
  testApp,
}) => {
  const admin = await testApp.createAdmin()
  const exam = { title: 'Node JS', questions: createQuestions(3) }
  const { _id: testId } = await createReleasedExam(admin, exam)
  const student = await createStudent(testApp)
  const { attemptId, paper } = await startAttempt(student, testId)
  await user.logInAsAdmin()
  await user.follow(/^Live ?, 1 test/)
  await user.follow('Watch Node JS')
  await user.see(/Priya Nair.*0 of 3/)
  const [question] = paper.questions
  const body = { questionId: question?._id ?? '', selectedAnswer: question?.options[0]?.text }
  await student.request(submitAnswer, { params: { attemptId, testId }, body })
  await user.see(/Priya Nair.*1 of 3/)
})
