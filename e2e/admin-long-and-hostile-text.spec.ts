import type { Page } from '@playwright/test'
import { sendEnquiry } from '#contract/enquiries.ts'
import { releaseResults } from '#contract/result-release.ts'
import { deleteStudents } from '#contract/students.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
} from '#test/factories.ts'
import { logInAsAdmin } from './admin-actions.ts'
import { expect, type ListeningTestApp, openWithin, test } from './fixtures.ts'

/** Two hundred characters without a break, and text that looks like markup. */
const endless = 'Wxyz'.repeat(50)
const markup = '<script>document.title="run"</script><img src=x onerror=document.title="run">'

test('long words and markup are shown as text on every admin screen, at any width', {
  tag: '@long',
}, async ({ page, testApp }) => {
  test.slow()
  const { examId, studentId } = await createOddInstitute(testApp)
  await page.goto('/admin/login')
  await logInAsAdmin(page)
  for (const path of [
    '/admin/home',
    `/admin/view/test/${examId}`,
    `/admin/update/test/${examId}`,
    '/admin/fetch/students',
    '/admin/fetch/students?show=deleted',
    `/getStudents/${studentId}`,
    `/getScore/${studentId}`,
    '/admin/scorelist',
    '/admin/tests',
    `/admin/test/${examId}/scores`,
    `/admin/test/${examId}/scores?view=questions`,
    `/admin/test/${examId}/student/${studentId}`,
    '/admin/enquiries',
    '/admin/mail',
    '/admin/audit',
  ]) {
    await openWithin(page, path)
    await expectUnbroken(page)
  }
  await openWithin(page, `/admin/test/${examId}/scores`)
  await page.getByRole('button', { name: /^View Details of Wxyz/ }).click()
  await expectUnbroken(page)
  await page.keyboard.press('Escape')
  await openWithin(page, '/admin/fetch/students')
  await page.getByRole('checkbox', { name: /Wxyz/ }).first().click()
  await page.getByRole('button', { name: /^Delete Selected/ }).click()
  await expectUnbroken(page)
})

async function createOddInstitute(testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const odd = createQuestions(3).map((question, at) => ({
    ...question,
    question: at === 0 ? endless : markup,
    options: question.options.map((option, n) => (n === 1 ? `${endless}${n}` : option)),
    codeSnippet: at === 1 ? `${endless}\n${markup}` : null,
  }))
  const exam = await createReleasedExam(admin, { title: endless, questions: odd })
  const student = await createStudent(testApp, endless, {
    email: `${'mail'.repeat(15)}@${'host'.repeat(15)}.example`,
    phone: '1'.repeat(15),
    fname: markup,
    laddress: endless,
    paddress: markup,
    qualification: endless,
    college: markup,
    course: 'other',
    other_course: endless,
    friend_name: markup,
    remarks: `${endless} ${markup}`,
  })
  await completeAttempt(student, exam._id, 2)
  await completeAttempt(await createStudent(testApp, markup), exam._id, 1)
  const { id: deletedId } = await createStudent(testApp, endless)
  await admin.request(deleteStudents, { body: { ids: [deletedId] } })
  await admin.request(releaseResults, { params: { testId: exam._id } })
  const enquiry = { contact: '1234567', course: 'Frontend Development' } as const
  for (const name of [endless.slice(0, 100), markup]) {
    const body = { ...enquiry, name, email: `${'mail'.repeat(15)}@example.com` }
    await testApp.createClient().request(sendEnquiry, { body })
  }
  return { examId: exam._id, studentId: student.id }
}

async function expectUnbroken(page: Page) {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByText(/Wxyz|<script>/).first()).toBeAttached()
  await expect(page).not.toHaveTitle('run')
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const measureOverflow = () => document.documentElement.scrollWidth - window.innerWidth
    const message = `${page.url()}, ${width} px wide`
    await expect.poll(() => page.evaluate(measureOverflow), { message }).toBeLessThanOrEqual(0)
  }
}
