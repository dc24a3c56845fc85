import {
  createQuestions,
  createReleasedExam,
  createStudent,
  studentPassword,
} from '#test/factories.ts'
import { startFlakyProxy } from '#test/flaky-proxy.ts'
import { alterations } from './alterations.ts'
import { test } from './fixtures.ts'
import { seeLivingHeading } from './living-heading.ts'
import { createUser } from './user.ts'

const publicPages = {
  '/': 'Become A Full Stack Developer in just 6 Months',
  '/contact': 'Contact Us',
  '/registration': 'Register',
  '/student/login': 'Student Login',
}

for (const [name, alter] of Object.entries(alterations)) {
  const tag = name === 'a script first in the head' ? [] : '@long'
  test(`${name}: each page shows its heading`, { tag }, async ({ testApp, openPage }) => {
    const proxy = await startFlakyProxy(testApp.url)
    proxy.alter = (text, path) => (path.startsWith('/assets/') ? text : alter(text))
    const admin = await testApp.createAdmin()
    const exam = {
      title: 'Node JS',
      questions: createQuestions(1),
      integrityMode: 'observe' as const,
    }
    const { _id: testId } = await createReleasedExam(admin, exam)
    const student = await createStudent(testApp)
    const user = createUser(await openPage(), proxy)
    for (const [path, heading] of Object.entries(publicPages)) {
      await user.open(path)
      await seeLivingHeading(user, heading)
    }
    await user.submitLogin(student.email, studentPassword)
    await seeLivingHeading(user, 'Hello, Priya')
    await user.reload()
    await seeLivingHeading(user, 'Hello, Priya')
    await user.startQuiz('Node JS')
    await user.open(`/student/quiz/${testId}`)
    await seeLivingHeading(user, 'Question 1 of 1')
    await proxy.close()
  })
}
