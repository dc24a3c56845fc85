import { listEnquiries, markEnquiry } from '#contract/enquiries.ts'
import { updateExam } from '#contract/exams.ts'
import { addTimeToExam, grantAttempt, reopenAttempt } from '#contract/proctoring.ts'
import { listExamAttempts, releaseResults } from '#contract/results.ts'
import { listStudents, updateStudent } from '#contract/students.ts'
import type { TestClient } from '#test/test-app.ts'
import { hour, minute } from './calendar.ts'
import type { Life } from './diary.ts'
import { good, logIn } from './good.ts'
import { adminEmail } from './logins.ts'
import type { Name } from './names.ts'
import { type Story, type TestKey, testIdOf } from './story.ts'
import type { DemoStudent } from './students.ts'
import { writeTest } from './write-test.ts'

type Chore = { readonly at: number; readonly run: (admin: TestClient) => Promise<unknown> }

export async function* adminLife(story: Story, students: readonly DemoStudent[]): Life {
  const chores = [...lessons(story), ...favours(story), ...desk(story, students)]
  let admin: { guest: TestClient; since: number } | undefined
  for (const { at, run } of chores.toSorted((one, other) => one.at - other.at)) {
    yield at
    if (!admin || at - admin.since > hour / 3) {
      admin = { guest: await logIn(story, 'admin', adminEmail), since: at }
    }
    await run(admin.guest)
  }
}

/** Tests are written, released, and one of them is told. */
function lessons(story: Story): Chore[] {
  const { at, now } = story.calendar
  const write = (test: TestKey, when: number): Chore => ({
    at: when,
    run: (admin) => writeTest(story, admin, test),
  })
  const release = (test: TestKey, when: number): Chore => ({
    at: when,
    run: (admin) =>
      good(
        admin.request(updateExam, {
          params: { id: testIdOf(story, test) },
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
        good(admin.request(releaseResults, { params: { testId: testIdOf(story, 'html') } })),
    },
    {
      at: now - 2 * minute,
      run: (admin) =>
        good(
          admin.request(addTimeToExam, {
            params: { testId: testIdOf(story, 'node') },
            body: { minutes: 10, why: 'Power cut in lab 2' },
          }),
        ),
    },
  ]
}

/** What an admin does for one student. */
function favours(story: Story): Chore[] {
  const { at } = story.calendar
  return [
    {
      at: at(7, '10:24'),
      run: async (admin) => {
        const params = { testId: testIdOf(story, 'html') }
        const query = { search: 'Arjun Reddy' satisfies Name }
        const [attempt] = await good(admin.request(listExamAttempts, { params, query }))
        const body = { why: 'A chat window took the focus; the invigilator saw it' }
        await good(
          admin.request(reopenAttempt, { params: { attemptId: attempt?._id ?? '' }, body }),
        )
      },
    },
    {
      at: at(5, '16:40'),
      run: async (admin) => {
        const studentId = await studentIdOf(admin, 'Meera Krishnamurthy')
        const params = { testId: testIdOf(story, 'react') }
        const body = { studentId, why: 'A browser update opened the tools by itself' }
        await good(admin.request(grantAttempt, { params, body }))
      },
    },
    {
      at: at(10, '16:00'),
      run: async (admin) => {
        const id = await studentIdOf(admin, 'Fatima Shaikh')
        const body = { extraTimePercent: 25, remarks: 'Extra time: certificate seen on paper.' }
        await good(admin.request(updateStudent, { params: { id }, body }))
      },
    },
  ]
}

const feesOf = [45_000, 45_000, 38_500, 60_000, 25_000, 52_000]
const remarks = [
  'Paid in two instalments; the second one is due next month.',
  'Prefers the evening batch.',
  'Asked for a weekend batch. Call back on Monday.',
  'Scholarship of 20 % agreed.',
]

/** Fees, dates and remarks a day after each registration; enquiries that were called back. */
function desk(story: Story, students: readonly DemoStudent[]): Chore[] {
  const { calendar } = story
  const welcomes = students.flatMap(({ name, registersAt, setsPasswordAt }, place): Chore[] => {
    if (setsPasswordAt === undefined || place % 6 === 5) return []
    const body = {
      fees: feesOf[place % feesOf.length] ?? null,
      startDate: calendar.dateIn(place % 3 === 0 ? -5 : 9),
      ...(place % 9 === 4 && { remarks: remarks[((place - 4) / 9) % remarks.length] }),
    }
    const run = async (admin: TestClient) => {
      const id = await studentIdOf(admin, name)
      await good(admin.request(updateStudent, { params: { id }, body }))
    }
    return [{ at: registersAt + 20 * hour + place * minute, run }]
  })
  const calls: Chore = {
    at: calendar.at(2, '11:00'),
    run: async (admin) => {
      const enquiries = await good(admin.request(listEnquiries, { query: { sort: 'oldest' } }))
      for (const { _id: id } of enquiries.slice(0, 3)) {
        await good(admin.request(markEnquiry, { params: { id }, body: { handled: true } }))
      }
    },
  }
  return [...welcomes, calls]
}

async function studentIdOf(admin: TestClient, name: Name): Promise<string> {
  const [student] = await good(admin.request(listStudents, { query: { search: name } }))
  if (!student) throw new Error(`${name} has not registered yet`)
  return student._id
}
