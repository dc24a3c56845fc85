import { listExams } from '#contract/exams.ts'
import { reportEvent } from '#contract/proctoring.ts'
import { completeAttempt, createStudent, startAttempt } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { adminEmail, adminPassword } from '#test/test-app.ts'
import type { WalkStage } from './student-walk.ts'

const waitMs = 20_000
const table = 'Name\tEmail\tPhone\tCourse\nNila Menon\tnila@example.com\t98220 41736\tReact JS'

/** A day: a test made, released, watched and its results released; then lists and an import. */
export async function walkAsStaff({ walk, admin, proxy }: WalkStage, app: TestApp) {
  const { begin, open, press, pressOn, fill, focus, listen } = walk
  begin('Staff: login')
  await open(`${proxy.url}/admin/login`, 'Admin Login')
  await fill({ Email: adminEmail, Password: adminPassword })
  await focus('Password')
  await press('Return', /Tests/)

  begin('Staff: a test')
  await pressOn('Create Test', 'Return', /Create Test/)
  await pressOn('Create Test', 'Return', /problem|Enter/)
  await fill({
    Title: 'Fruit by ear',
    Question: 'Which fruit?',
    'Option A is correct': true,
    'Option A': 'Apple',
    'Option B': 'Pear',
    'Option C': 'Plum',
    'Option D': 'Fig',
  })
  await pressOn('Create Test', 'Return', /Test Created Successfully/, waitMs)
  await press('t', /table with \d rows?/)
  await pressOn('Released: Fruit by ear', 'space', /Test released/)

  begin('Staff: the test watched')
  const exams = await admin.request(listExams)
  const testId = exams.json.find(({ title }) => title === 'Fruit by ear')?._id ?? ''
  await completeAttempt(await createStudent(app, 'Zoya Khan'), testId, 1)
  const student = await createStudent(app, 'Arjun Mehta')
  const { attemptId } = await startAttempt(student, testId)
  await pressOn('Live', 'Return', /Live/)
  await pressOn('Watch Fruit by ear', 'Return', /main content (Live|Fruit by ear)/)
  await press('t', /table with \d rows?/)
  const body = { kind: 'refresh', at: new Date().toISOString() } as const
  const report = () => student.request(reportEvent, { params: { attemptId }, body })
  await listen('(a student closes the page)', report, /Arjun Mehta|ended|finished/, 60_000)

  begin('Staff: its results')
  await pressOn('Results', 'Return', /Results/)
  await pressOn('Results by test', 'Return', /Results by test/)
  await pressOn('View Results of Fruit by ear', 'Return', /Fruit by ear/)
  await press('t', /table with \d rows?/)
  await pressOn('Release Result', 'Return', /Undo|released/, waitMs)

  begin('Staff: lists')
  await pressOn('Incidents', 'Return', /Incidents/)
  await press('h', /heading level \d/)
  await press('h', /heading level \d/)
  await pressOn('Batches', 'Return', /Batches/)
  await pressOn('Create batch', 'Return', /Name/)
  await press('Return', /Enter/)
  await press('Escape', /./)

  begin('Staff: many students')
  await pressOn('Students', 'Return', /Students/)
  await pressOn('Add many', 'Return', /Add many students/)
  await fill({ 'Or paste a table': table })
  await pressOn('Continue', 'Return', /Add many students.*1 ready, 0 to fix/)
  await pressOn('Continue with 1 student', 'Return', /Add many students/)
  await pressOn('Add 1 student', 'Return', /1 student added/, waitMs)
}
