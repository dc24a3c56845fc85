import { listEnquiries, markEnquiry } from '#contract/enquiries.ts'
import { createExam, updateExam } from '#contract/exams.ts'
import { addTimeToExam, grantAttempt, reopenAttempt } from '#contract/proctoring.ts'
import { releaseResults } from '#contract/result-release.ts'
import { listExamAttempts } from '#contract/results.ts'
import { listStudents, updateStudent } from '#contract/students.ts'
import type { InProcessClient } from '#server/http/in-process-client.ts'
import { type Actor, type AdminTask, hour, minute } from './calendar.ts'
import { expectOk, logIn } from './create-demo-app.ts'
import { adminEmail } from './logins.ts'
import type { Name } from './names.ts'
import { correctOptionsOf, type DemoQuestion, isMultipleChoice } from './paper.ts'
import { planBatches } from './plan-batches.ts'
import { type ExamKey, examIdOf, papers, type Scenario } from './scenario.ts'
import { toPngBlob } from './student-actor.ts'
import type { DemoStudent } from './students.ts'

export async function* createAdminActor(
  scenario: Scenario,
  students: readonly DemoStudent[],
): Actor {
  const tasks = [
    ...planExams(scenario),
    ...planBatches(scenario),
    ...planInterventions(scenario),
    ...planOfficeWork(scenario, students),
  ]
  let admin: { client: InProcessClient; since: number } | undefined
  for (const { at, run } of tasks.toSorted((one, other) => one.at - other.at)) {
    yield at
    if (!admin || at - admin.since > hour / 3) {
      admin = { client: await logIn(scenario.app, 'admin', adminEmail), since: at }
    }
    await run(admin.client)
  }
}

/** Writes and releases exams, and releases the results of one. */
function planExams(scenario: Scenario): AdminTask[] {
  const { at, now } = scenario.calendar
  const write = (exam: ExamKey, when: number): AdminTask => ({
    at: when,
    run: (admin) => writeExam(scenario, admin, exam),
  })
  const release = (exam: ExamKey, when: number): AdminTask => ({
    at: when,
    run: (admin) =>
      expectOk(
        admin.request(updateExam, {
          params: { id: examIdOf(scenario, exam) },
          body: { released: true },
        }),
      ),
  })
  return [
    write('html', at(13, '17:20')),
    release('html', at(12, '09:05')),
    write('javascript', at(11, '18:10')),
    release('javascript', at(9, '09:10')),
    write('react', at(8, '17:45')),
    release('react', at(7, '09:00')),
    write('node', at(5, '18:30')),
    release('node', at(4, '09:15')),
    write('databases', at(3, '18:05')),
    release('databases', at(2, '09:00')),
    write('git', at(1, '20:10')),
    {
      at: at(4, '18:00'),
      run: (admin) =>
        expectOk(admin.request(releaseResults, { params: { testId: examIdOf(scenario, 'html') } })),
    },
    {
      at: now - 2 * minute,
      run: (admin) =>
        expectOk(
          admin.request(addTimeToExam, {
            params: { testId: examIdOf(scenario, 'node') },
            body: { minutes: 10, why: 'Power cut in lab 2' },
          }),
        ),
    },
  ]
}

/** Plans an admin's actions for one student. */
function planInterventions(scenario: Scenario): AdminTask[] {
  const { at } = scenario.calendar
  return [
    {
      at: at(7, '10:24'),
      run: async (admin) => {
        const params = { testId: examIdOf(scenario, 'html') }
        const query = { search: 'Arjun Reddy' satisfies Name }
        const [attempt] = await expectOk(admin.request(listExamAttempts, { params, query }))
        const body = { why: 'A chat window took the focus; the invigilator saw it' }
        await expectOk(
          admin.request(reopenAttempt, { params: { attemptId: attempt?._id ?? '' }, body }),
        )
      },
    },
    {
      at: at(5, '16:40'),
      run: async (admin) => {
        const studentId = await findStudentId(admin, 'Meera Krishnamurthy')
        const params = { testId: examIdOf(scenario, 'react') }
        const body = { studentId, why: 'A browser update opened the tools by itself' }
        await expectOk(admin.request(grantAttempt, { params, body }))
      },
    },
    {
      at: at(10, '16:00'),
      run: async (admin) => {
        const id = await findStudentId(admin, 'Fatima Shaikh')
        const body = { extraTimePercent: 25, remarks: 'Extra time: certificate seen on paper.' }
        await expectOk(admin.request(updateStudent, { params: { id }, body }))
      },
    },
  ]
}

const feeAmounts = [45_000, 45_000, 38_500, 60_000, 25_000, 52_000]
const remarks = [
  'Paid in two instalments; the second one is due next month.',
  'Prefers the evening batch.',
  'Asked for a weekend batch. Call back on Monday.',
  'Scholarship of 20 % agreed.',
]

/** Fees, dates and remarks a day after each registration; enquiries that were called back. */
function planOfficeWork(scenario: Scenario, students: readonly DemoStudent[]): AdminTask[] {
  const { calendar } = scenario
  const studentUpdates = students.flatMap(
    ({ name, registersAt, setsPasswordAt }, index): AdminTask[] => {
      if (setsPasswordAt === undefined || index % 6 === 5) return []
      const body = {
        fees: feeAmounts[index % feeAmounts.length] ?? null,
        startDate: calendar.dateIn(index % 3 === 0 ? -5 : 9),
        ...(index % 9 === 4 && { remarks: remarks[((index - 4) / 9) % remarks.length] }),
      }
      const run = async (admin: InProcessClient) => {
        const id = await findStudentId(admin, name)
        await expectOk(admin.request(updateStudent, { params: { id }, body }))
      }
      return [{ at: registersAt + 20 * hour + index * minute, run }]
    },
  )
  const enquiryCalls: AdminTask = {
    at: calendar.at(2, '11:00'),
    run: async (admin) => {
      const enquiries = await expectOk(admin.request(listEnquiries, { query: { sort: 'oldest' } }))
      for (const { _id: id } of enquiries.slice(0, 3)) {
        await expectOk(admin.request(markEnquiry, { params: { id }, body: { handled: true } }))
      }
    },
  }
  return [...studentUpdates, enquiryCalls]
}

async function findStudentId(admin: InProcessClient, name: Name): Promise<string> {
  const [student] = await expectOk(admin.request(listStudents, { query: { search: name } }))
  if (!student) throw new Error(`${name} has not registered yet`)
  return student._id
}

/** The form data as the editor sends it: questions as JSON, pictures as files. */
async function writeExam(scenario: Scenario, admin: InProcessClient, exam: ExamKey): Promise<void> {
  const { title, minutes, questions, ...options } = papers[exam]
  const form = new FormData()
  form.set('title', title)
  form.set('duration', String(minutes))
  for (const [option, value] of Object.entries(options)) form.set(option, String(value))
  const written = questions.map((question) => ({
    question: question.text,
    options: question.options,
    ...toWireKey(question),
    codeSnippet: question.code ?? null,
  }))
  form.set('questions', JSON.stringify(written))
  for (const [index, { picture, optionPictures = [] }] of questions.entries()) {
    if (picture)
      form.set(`questionimage_${index}`, toPngBlob(scenario.pictures.get(picture)), 'question.png')
    for (const [option, name] of optionPictures.entries()) {
      form.set(
        `optionimage_${index}_${option}`,
        toPngBlob(scenario.pictures.get(name)),
        'option.png',
      )
    }
  }
  const created = await expectOk(admin.request(createExam, { body: form }))
  scenario.examIds.set(exam, created.test._id)
}

function toWireKey(question: DemoQuestion) {
  const correctOptions = correctOptionsOf(question)
  return isMultipleChoice(question)
    ? { kind: 'multiple-choice', correct_answers: correctOptions }
    : { correct_answer: correctOptions[0] }
}
