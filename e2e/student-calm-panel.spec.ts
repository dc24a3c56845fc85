import type { Page } from '@playwright/test'
import { startQuiz } from '#contract/attempts.ts'
import { decideIncidents, listIncidents } from '#contract/incidents.ts'
import { reportEvent } from '#contract/proctoring.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import type { TestClient } from '#test/test-app.ts'
import { expect, expectAccessibleInBothThemes, type ListeningTestApp, test } from './fixtures.ts'
import { logIn } from './student-actions.ts'

const phone = { width: 390, height: 844 }
/** As much of a phone's window as is seen without scrolling. */
const foldPx = 700

/** Seven tests that ended, five of them by leaving, one by the clock, one finished; and two open ones. */
async function endSevenTests(testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const student = await createStudent(testApp, 'Priya Nair')
  const exams = { integrityMode: 'strict' as const, attemptsAllowed: 1 }
  for (let n = 1; n <= 5; n += 1) {
    const { _id: testId } = await createReleasedExam(admin, { ...exams, title: `Left ${n}` })
    const { attemptId } = await startAttempt(student, testId)
    testApp.advanceClock(1_000)
    const at = new Date(testApp.deps.now()).toISOString()
    await student.request(reportEvent, { params: { attemptId }, body: { kind: 'devtools', at } })
  }
  const finished = await createReleasedExam(admin, { ...exams, title: 'Finished' })
  await completeAttempt(student, finished._id, 2)
  const timed = await createReleasedExam(admin, { ...exams, title: 'Timed', duration: 1 })
  await student.request(startQuiz, { params: { testId: timed._id } })
  for (const title of ['Node JS', 'React JS']) await createReleasedExam(admin, { ...exams, title })
  return { admin, student }
}

async function decide(admin: TestClient, title: string) {
  const { json } = await admin.request(listIncidents, { query: {} })
  const group = json.find(({ testTitle }) => testTitle === title)
  const incidents = (group?.members ?? []).map(({ _id, attemptId }) => ({ _id, attemptId }))
  const body = {
    decisionId: 'decision',
    groupId: group?._id ?? '',
    incidents,
    outcome: 'kept' as const,
    why: 'It was the F12 key',
  }
  expect((await admin.request(decideIncidents, { body })).status).toBe(200)
}

const getBottom = async (page: Page, name: string) => {
  const box = await page.getByRole('button', { name }).first().boundingBox()
  return box ? box.y + box.height : Number.NaN
}

test('the first Start and the first result are in sight on a phone with seven ended tests', async ({
  page,
  testApp,
}) => {
  const { admin, student } = await endSevenTests(testApp)
  await page.setViewportSize(phone)
  await logIn(page, student)
  await expect(
    page.getByText('7 attempts ended.').or(page.getByText('6 attempts ended.')),
  ).toBeVisible()
  // The clock of the last one runs out while the panel is open.
  testApp.advanceClock(80_000)
  await page.reload()
  const ended = page.getByRole('region', { name: 'Ended' })
  await expect(ended).toContainText('Timed. Time was up. Thank you for taking part.')
  await expect(page.getByText('7 attempts ended.')).toBeVisible()
  expect(await getBottom(page, 'Start ')).toBeLessThan(foldPx)
  await expect(ended.getByRole('button', { name: /^Details of Left/ })).toHaveCount(2)
  await expect(ended).not.toContainText('Finished')
  await expect(ended).not.toContainText('saved and counted')

  const rules = page.getByRole('button', { name: 'Details of the quiz rules' })
  await expect(rules).toHaveAttribute('aria-expanded', 'false')
  await ended.getByRole('button', { name: '3 earlier' }).click()
  await expect(ended.getByRole('button', { name: 'Details of Left 3' })).toBeFocused()
  const details = ended.getByRole('button', { name: 'Details of Left 5' })
  await details.click()
  await expect(ended.getByLabel('Say what happened')).toBeVisible()
  await ended.getByLabel('Say what happened').press('Escape')
  await expect(details).toBeFocused()
  await expect(ended.getByRole('button', { name: /^Dismiss/ })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)

  await page.setViewportSize(phone)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Start ' }).first()).toBeVisible()
  await expect(ended, 'thanked once').not.toContainText('Timed')

  await page.goto('/student/result')
  const row = page.getByRole('row', { name: /Timed/ })
  await expect(row).toBeVisible()
  const box = await row.boundingBox()
  expect(box && box.y + box.height).toBeLessThan(foldPx)
  await expect(page.getByText('No Released Results.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Details of/ })).toHaveCount(5)
  await page.getByRole('button', { name: 'Details of Left 5' }).click()
  await expect(page.getByText('No answer was saved')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await decide(admin, 'Left 2')
  await page.goto('/student/studentpanel')
  const line = ended.getByRole('listitem').filter({ hasText: 'Left 2' })
  await expect(line).toContainText('Left 2. Decided: your attempt counts as it was submitted.')
  await line.getByRole('button', { name: 'Dismiss Left 2' }).click()
  const undo = ended.getByRole('button', { name: 'Undo dismissing Left 2' })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(line.getByRole('button', { name: 'Details of Left 2' })).toBeFocused()
  await line.getByRole('button', { name: 'Dismiss Left 2' }).click()
  await expect(undo).toBeFocused()
  await page.reload()
  await expect(ended).toBeVisible()
  await expect(ended, 'on any device').not.toContainText('Left 2')
  await page.goto('/student/result')
  await expect(page.getByRole('button', { name: 'Details of Left 2' })).toBeVisible()
})
