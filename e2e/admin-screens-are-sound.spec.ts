import type { Page } from '@playwright/test'
import { deleteStudents } from '#contract/students.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
} from '#test/factories.ts'
import { logInAsAdmin } from './admin-at-desk.ts'
import { expect, type OpenHouse, test } from './fixtures.ts'
import { expectSound } from './soundness.ts'

const looks = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
] as const

for (const { colorScheme, width } of looks) {
  test(`every admin screen is sound, ${colorScheme}, ${width} px wide`, async ({ page, house }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    const { id, studentId } = await anInstitute(house)
    await page.goto('/admin/login')
    await isSound(page, 'Admin Login')
    await logInAsAdmin(page)
    await isSound(page, 'Tests')
    for (const [path, heading] of [
      ['/admin/create/test', 'Create Test'],
      [`/admin/view/test/${id}`, 'View Test'],
      ['/admin/fetch/students', 'Students'],
      ['/admin/fetch/students?show=deleted', 'Recently deleted'],
      [`/getStudents/${studentId}`, 'Priya Nair'],
      [`/getScore/${studentId}`, 'Priya Nair'],
      ['/admin/scorelist', 'Results'],
      ['/admin/tests', 'Results by test'],
      [`/admin/test/${id}/scores`, 'React JS'],
      [`/admin/test/${id}/scores?view=questions`, 'React JS'],
      [`/admin/test/${id}/student/${studentId}`, 'Priya Nair'],
    ] as const) {
      await page.goto(path)
      await isSound(page, heading)
    }
    await page.goto(`/admin/update/test/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByText('Rules').click()
    await page.getByLabel('Title').fill('')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByText('Enter a title')).toBeVisible()
    await isSound(page, 'Update Test')
  })
}

test('whoever is no admin is led elsewhere', async ({ page, house }) => {
  const pupil = await createStudent(house)
  await house.createAdmin()
  await page.goto('/admin/scorelist?search=react')
  await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fscorelist%3Fsearch%3Dreact')
  await logInAsAdmin(page, '/admin/scorelist?search=react')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  const cookies = Object.entries(pupil.cookies)
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: house.url })))
  await page.goto('/admin/home')
  await expect(page).toHaveURL('/student/studentpanel')
})

async function anInstitute(house: OpenHouse) {
  const admin = await house.createAdmin()
  const withCode = createQuestions(3).map((question) => ({ ...question, codeSnippet: 'log(1)' }))
  const exam = await createReleasedExam(admin, { title: 'React JS', questions: withCode })
  const pupil = await createStudent(house, 'Priya Nair')
  await completeAttempt(pupil, exam._id, 2)
  await createStudent(house, 'Venkatanarasimharajuvaripeta Lakshminarayanan Balasubramaniam')
  const { id: goneId } = await createStudent(house, 'Gone Yesterday')
  await admin.request(deleteStudents, { body: { ids: [goneId] } })
  return { id: exam._id, studentId: pupil.id }
}

/** No fault that axe knows of, one h1, and nothing wider than the window, also at 400 % zoom. */
async function isSound(page: Page, heading: string) {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expectSound(page)
}
