import type { Page } from '@playwright/test'
import { finishQuiz } from '#contract/attempts.ts'
import { sendEnquiry } from '#contract/enquiries.ts'
import { deleteExam } from '#contract/exams.ts'
import { releaseResults } from '#contract/result-release.ts'
import { inviteStaff } from '#contract/staff.ts'
import { deleteStudents } from '#contract/students.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, type ListeningTestApp, openWithin, test } from './fixtures.ts'

/** From a small phone to a large laptop, close together where a table hardly fits. */
const allWidths = [
  320, 360, 375, 390, 414, 480, 600, 720, 760, 761, 768, 780, 800, 840, 900, 960, 1001, 1024, 1080,
  1100, 1180, 1280, 1366, 1440,
]
const widths = process.env.LONG ? allWidths : [320, 390, 761, 800, 1024, 1280]

test('no table breaks a word or makes its page scroll sideways at any width', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const admin = await openAsAdmin(page, testApp)
  const { examId, studentId } = await createBusyInstitute(testApp, admin)
  const paths = [
    '/admin/home',
    '/admin/fetch/students',
    '/admin/fetch/students?show=deleted',
    `/getScore/${studentId}`,
    '/admin/scorelist',
    '/admin/tests',
    `/admin/test/${examId}/scores`,
    `/admin/test/${examId}/scores?view=questions`,
    `/admin/test/${examId}/student/${studentId}`,
    '/admin/enquiries',
    '/admin/mail',
    '/admin/staff',
    '/admin/audit',
  ]
  // Each width waits for a frame: tabs that wait together take a third of the time.
  const tabs = await Promise.all([page, page.context().newPage(), page.context().newPage()])
  const walks = tabs.map(async (tab) => {
    await tab.goto('/admin/home')
    const problems: string[] = []
    for (let path = paths.shift(); path; path = paths.shift())
      problems.push(...(await walkWidths(tab, path)))
    return problems
  })
  expect((await Promise.all(walks)).flat()).toEqual([])
})

async function walkWidths(page: Page, path: string): Promise<string[]> {
  const problems: string[] = []
  await openWithin(page, path)
  await expect(page.getByRole('table').first()).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(openFolds)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const problem of await page.evaluate(findProblems))
      problems.push(`${path} at ${width} px: ${problem}`)
  }
  return problems
}

async function createBusyInstitute(
  testApp: ListeningTestApp,
  admin: Awaited<ReturnType<typeof openAsAdmin>>,
) {
  const exam = await createReleasedExam(admin, { title: 'HTML, CSS and Javascript: Welcome test' })
  const priya = await createStudent(testApp, 'Priyanka Venkataraman', {
    email: 'priyanka.venkataraman@example.com',
    fees: 1_38_500,
  })
  const rahul = await createStudent(testApp, 'Rahul Krishnamurthy Iyer', {
    email: 'rahul.krishnamurthy@example.com',
    course: 'other',
    other_course: 'Internationalization and Accessibility',
    fees: 38_500,
  })
  await completeAttempt(priya, exam._id, 4)
  testApp.advanceClock(698_000)
  const { attemptId } = await startAttempt(rahul, exam._id)
  const body = { reason: 'Developer tools opened' } as const
  await rahul.request(finishQuiz, { params: { attemptId }, body })
  const running = await createStudent(testApp, 'Subramaniam Chandrasekhar', {
    email: 'subramaniam@example.com',
  })
  await startAttempt(running, exam._id)
  await admin.request(releaseResults, { params: { testId: exam._id } })
  const old = await createReleasedExam(admin, { title: 'Asynchronous programming' })
  await admin.request(deleteExam, { params: { id: old._id } })
  const gone = await createStudent(testApp, 'Thiruvananthapuram Balakrishnan', {
    email: 'thiru.balakrishnan@example.com',
  })
  await admin.request(deleteStudents, { body: { ids: [gone.id] } })
  await testApp.createClient().request(sendEnquiry, {
    body: {
      name: 'Meenakshi Sundareswaran',
      email: 'meenakshi.sundareswaran@example.com',
      contact: '+91 98200 00009',
      course: 'Full Stack Development',
    },
  })
  await admin.request(inviteStaff, {
    body: { name: 'Venkatanarasimha Rao', email: 'venkat.rao@example.com', role: 'teacher' },
  })
  return { examId: exam._id, studentId: priya.id }
}

function openFolds() {
  for (const fold of document.querySelectorAll('main details')) fold.setAttribute('open', '')
}

/** Words on two lines, tables wider than their place, and a page that scrolls sideways. */
async function findProblems(): Promise<string[]> {
  // Tables are laid out again once their width has been observed.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const problems: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) problems.push(`the page is ${scrollWidth} px wide`)
  const range = document.createRange()
  for (const table of document.querySelectorAll('table')) {
    if (table.offsetWidth > (table.parentElement?.clientWidth ?? 0)) problems.push('a wide table')
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.parentElement?.closest('.visually-hidden, option')) continue
      for (const { 0: word, index } of (node as Text).data.matchAll(/[^\s-]+/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
        if (lines.size > 1) problems.push(`${word} is broken`)
      }
    }
  }
  return problems
}
