import { type Calendar, minute } from './calendar.ts'
import type { Name } from './names.ts'
import { createRandom } from './random.ts'
import type { ExamKey } from './scenario.ts'
import type { PlannedAttempt } from './student-actor.ts'
import type { DemoStudent } from './students.ts'

type Plan = Omit<PlannedAttempt, 'startsAt'>
type PlanEntry = readonly [name: Name, startsAt: number, plan: Plan]

/** Plans the attempts of all students: first those with a story of their own, then all others. */
export function planAttempts(calendar: Calendar, students: readonly DemoStudent[]) {
  const named = [...planPastAttempts(calendar), ...planRunningAttempts(calendar)]
  const all = [...named, ...planCohortAttempts(calendar, students, named)]
  return (name: Name): PlannedAttempt[] =>
    all
      .filter(([owner]) => owner === name)
      .map(([, startsAt, plan]) => ({ ...plan, startsAt }))
      .toSorted((one, other) => one.startsAt - other.startsAt)
}

/** Every way an attempt can end, and every way an admin can help. */
function planPastAttempts({ at, now }: Calendar): PlanEntry[] {
  const createEnded = (
    kind: 'devtools' | 'hidden' | 'refresh' | 'back',
    afterAnswers: number,
  ): Plan => ({
    exam: 'html',
    share: 0.5,
    events: [{ kind, afterAnswers }],
  })
  return [
    ['Priya Nair', at(10, '10:02'), { exam: 'html', share: 0.86 }],
    ['Priya Nair', at(7, '12:04'), { exam: 'javascript', share: 0.69 }],
    ['Priya Nair', at(3, '15:05'), { exam: 'react', share: 0.92 }],
    ['Rohan Kulkarni', at(10, '10:03'), createEnded('devtools', 5)],
    ['Karthik Subramanian', at(10, '10:04'), createEnded('hidden', 9)],
    ["Brendan D'Souza", at(9, '10:01'), createEnded('refresh', 7)],
    ['अनन्या देशपांडे', at(9, '10:02'), createEnded('back', 11)],
    [
      'Aditi Sharma',
      at(10, '10:05'),
      { exam: 'html', share: 0.5, skips: 4, secondsEach: 150, ends: 'at the deadline' },
    ],
    [
      'Mohammed Faizan Qureshi',
      at(8, '10:06'),
      { exam: 'html', share: 0.4, skips: 6, ends: 'never' },
    ],
    [
      'Venkata Subrahmanya Lakshmi Narasimha Raghavendra Chaitanya Prasad',
      at(8, '10:02'),
      { exam: 'html', share: 1, secondsEach: 30 },
    ],
    ['Harpreet Kaur Sandhu', at(8, '10:03'), { exam: 'html', share: 0.2, skips: 2 }],
    // Ends after the results are released, so the email follows at once.
    ['Tenzin Dolma', at(2, '11:15'), { exam: 'html', share: 0.64 }],
    [
      'Arjun Reddy',
      at(7, '10:02'),
      {
        exam: 'html',
        share: 0.8,
        events: [{ kind: 'blur', afterAnswers: 6, awaySeconds: 3 }],
        resumesAt: at(7, '10:31'),
      },
    ],
    ['Sneha Iyer', at(8, '12:03'), { exam: 'javascript', share: 0.5 }],
    ['Sneha Iyer', at(5, '12:10'), { exam: 'javascript', share: 0.81 }],
    ['Vikram Singh Rathore', at(6, '12:02'), { exam: 'javascript', share: 0.62 }],
    [
      'Meera Krishnamurthy',
      at(5, '15:02'),
      { exam: 'react', share: 0.6, events: [{ kind: 'devtools', afterAnswers: 2 }] },
    ],
    ['Meera Krishnamurthy', at(4, '15:10'), { exam: 'react', share: 0.75 }],
    [
      'Ritu Chatterjee',
      at(3, '17:02'),
      {
        exam: 'node',
        share: 0.6,
        events: [
          { kind: 'hidden', afterAnswers: 3, awaySeconds: 21 },
          { kind: 'blur', afterAnswers: 6, awaySeconds: 8 },
          { kind: 'devtools', afterAnswers: 9 },
        ],
      },
    ],
    [
      'Manish Gupta',
      at(3, '17:03'),
      {
        exam: 'node',
        share: 0.77,
        events: [
          { kind: 'blocked-key', afterAnswers: 1 },
          { kind: 'blur', afterAnswers: 4, awaySeconds: 5 },
          { kind: 'hidden', afterAnswers: 8, awaySeconds: 12 },
        ],
      },
    ],
    [
      'Gaurav Mehta',
      at(2, '17:04'),
      {
        exam: 'node',
        share: 0.69,
        events: [
          { kind: 'offline', afterAnswers: 5 },
          { kind: 'online', afterAnswers: 6, awaySeconds: 42 },
          { kind: 'context-menu', afterAnswers: 8 },
        ],
      },
    ],
    ['Swati Deshmukh', now - 33 * minute, { exam: 'databases', share: 0.87 }],
  ]
}

/** Running at this moment, with 4 minutes to an hour left. */
function planRunningAttempts({ now }: Calendar): PlanEntry[] {
  const ago = (minutes: number) => now - minutes * minute
  return [
    ['Priya Nair', ago(9), { exam: 'databases', share: 0.8, secondsEach: 60 }],
    ['Pooja Bhosale', ago(41), { exam: 'databases', share: 0.6, secondsEach: 230 }],
    ['Nikhil Agarwal', ago(26), { exam: 'databases', share: 0.7, secondsEach: 180 }],
    [
      'Deepika Rani',
      ago(12),
      {
        exam: 'node',
        share: 0.7,
        secondsEach: 90,
        events: [{ kind: 'hidden', afterAnswers: 2, awaySeconds: 9 }],
      },
    ],
    ['Lalrinawma Hmar', ago(30), { exam: 'node', share: 0.6, secondsEach: 200 }],
    ['Siddharth Joshi', ago(5), { exam: 'react', share: 0.8, secondsEach: 60 }],
    ['Fatima Shaikh', ago(10), { exam: 'react', share: 0.7, secondsEach: 90 }],
    ['Vikram Singh Rathore', ago(3), { exam: 'javascript', share: 0.8 }],
  ]
}

type ExamSchedule = {
  readonly exam: ExamKey
  readonly hour: number
  /** The first and the last day, in days ago. */
  readonly days: readonly [number, number]
  /** How many of ten take it. */
  readonly ofTen: number
}

const examSchedules: readonly ExamSchedule[] = [
  { exam: 'html', hour: 10, days: [11, 5], ofTen: 9 },
  { exam: 'javascript', hour: 12, days: [8, 2], ofTen: 7 },
  { exam: 'react', hour: 15, days: [6, 1], ofTen: 5 },
  { exam: 'node', hour: 17, days: [3, 1], ofTen: 4 },
  { exam: 'databases', hour: 19, days: [1, 1], ofTen: 3 },
]

function planCohortAttempts(
  { at }: Calendar,
  students: readonly DemoStudent[],
  named: readonly PlanEntry[],
): PlanEntry[] {
  const random = createRandom(14)
  const planned: PlanEntry[] = []
  for (const { name, registersAt, setsPasswordAt } of students) {
    const ability = 0.35 + 0.6 * random.next()
    for (const { exam, hour, days, ofTen } of examSchedules) {
      const isTaking = random.between(1, 10) <= ofTen
      const startsAt = at(
        random.between(days[1], days[0]),
        `${hour}:${String(random.between(0, 12)).padStart(2, '0')}`,
      )
      const share = Math.min(1, Math.max(0, ability + 0.3 * (random.next() - 0.5)))
      const hasOwn = named.some(([owner, , plan]) => owner === name && plan.exam === exam)
      const isLeftToStart = name === 'Priya Nair' && exam === 'node'
      if (!isTaking || hasOwn || isLeftToStart) continue
      if (setsPasswordAt === undefined || startsAt < registersAt + 120 * minute) continue
      planned.push([name, startsAt, { exam, share, secondsEach: random.between(20, 50) }])
    }
  }
  return planned
}
