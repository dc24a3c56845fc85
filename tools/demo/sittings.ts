import { type Calendar, minute } from './calendar.ts'
import { openDice } from './dice.ts'
import type { Name } from './names.ts'
import type { Sitting } from './sit.ts'
import type { TestKey } from './story.ts'
import type { DemoStudent } from './students.ts'

type Plan = Omit<Sitting, 'startsAt'>
type Planned = readonly [name: Name, startsAt: number, plan: Plan]

/** Who sits what and when: those with a story of their own, then the crowd. */
export function sittingsOf(calendar: Calendar, students: readonly DemoStudent[]) {
  const named = [...past(calendar), ...running(calendar)]
  const all = [...named, ...crowd(calendar, students, named)]
  return (name: Name): Sitting[] =>
    all
      .filter(([whose]) => whose === name)
      .map(([, startsAt, plan]) => ({ ...plan, startsAt }))
      .toSorted((one, other) => one.startsAt - other.startsAt)
}

/** Every way an attempt can end, and every way an admin can help. */
function past({ at, now }: Calendar): Planned[] {
  const ended = (kind: 'devtools' | 'hidden' | 'refresh' | 'back', afterAnswers: number): Plan => ({
    test: 'html',
    share: 0.5,
    seen: [{ kind, afterAnswers }],
  })
  return [
    ['Priya Nair', at(10, '10:02'), { test: 'html', share: 0.86 }],
    ['Priya Nair', at(7, '12:04'), { test: 'javascript', share: 0.69 }],
    ['Priya Nair', at(3, '15:05'), { test: 'react', share: 0.92 }],
    ['Rohan Kulkarni', at(10, '10:03'), ended('devtools', 5)],
    ['Karthik Subramanian', at(10, '10:04'), ended('hidden', 9)],
    ["Brendan D'Souza", at(9, '10:01'), ended('refresh', 7)],
    ['अनन्या देशपांडे', at(9, '10:02'), ended('back', 11)],
    [
      'Aditi Sharma',
      at(10, '10:05'),
      { test: 'html', share: 0.5, skips: 4, secondsEach: 150, ends: 'at the deadline' },
    ],
    [
      'Mohammed Faizan Qureshi',
      at(8, '10:06'),
      { test: 'html', share: 0.4, skips: 6, ends: 'never' },
    ],
    [
      'Venkata Subrahmanya Lakshmi Narasimha Raghavendra Chaitanya Prasad',
      at(8, '10:02'),
      { test: 'html', share: 1, secondsEach: 30 },
    ],
    ['Harpreet Kaur Sandhu', at(8, '10:03'), { test: 'html', share: 0.2, skips: 2 }],
    // After the results are released: the letter follows at once.
    ['Tenzin Dolma', at(2, '11:15'), { test: 'html', share: 0.64 }],
    [
      'Arjun Reddy',
      at(7, '10:02'),
      {
        test: 'html',
        share: 0.8,
        seen: [{ kind: 'blur', afterAnswers: 6, awaySeconds: 3 }],
        resumesAt: at(7, '10:31'),
      },
    ],
    ['Sneha Iyer', at(8, '12:03'), { test: 'javascript', share: 0.5 }],
    ['Sneha Iyer', at(5, '12:10'), { test: 'javascript', share: 0.81 }],
    ['Vikram Singh Rathore', at(6, '12:02'), { test: 'javascript', share: 0.62 }],
    [
      'Meera Krishnamurthy',
      at(5, '15:02'),
      { test: 'react', share: 0.6, seen: [{ kind: 'devtools', afterAnswers: 2 }] },
    ],
    ['Meera Krishnamurthy', at(4, '15:10'), { test: 'react', share: 0.75 }],
    [
      'Ritu Chatterjee',
      at(3, '17:02'),
      {
        test: 'node',
        share: 0.6,
        seen: [
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
        test: 'node',
        share: 0.77,
        seen: [
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
        test: 'node',
        share: 0.69,
        seen: [
          { kind: 'offline', afterAnswers: 5 },
          { kind: 'online', afterAnswers: 6, awaySeconds: 42 },
          { kind: 'context-menu', afterAnswers: 8 },
        ],
      },
    ],
    ['Swati Deshmukh', now - 33 * minute, { test: 'databases', share: 0.87 }],
  ]
}

/** Under way at this moment, with 4 minutes to an hour left. */
function running({ now }: Calendar): Planned[] {
  const ago = (minutes: number) => now - minutes * minute
  return [
    ['Priya Nair', ago(9), { test: 'databases', share: 0.8, secondsEach: 60 }],
    ['Pooja Bhosale', ago(41), { test: 'databases', share: 0.6, secondsEach: 230 }],
    ['Nikhil Agarwal', ago(26), { test: 'databases', share: 0.7, secondsEach: 180 }],
    [
      'Deepika Rani',
      ago(12),
      {
        test: 'node',
        share: 0.7,
        secondsEach: 90,
        seen: [{ kind: 'hidden', afterAnswers: 2, awaySeconds: 9 }],
      },
    ],
    ['Lalrinawma Hmar', ago(30), { test: 'node', share: 0.6, secondsEach: 200 }],
    ['Siddharth Joshi', ago(5), { test: 'react', share: 0.8, secondsEach: 60 }],
    ['Fatima Shaikh', ago(10), { test: 'react', share: 0.7, secondsEach: 90 }],
    ['Vikram Singh Rathore', ago(3), { test: 'javascript', share: 0.8 }],
  ]
}

type Course = {
  readonly test: TestKey
  readonly hour: number
  /** The first and the last day, in days ago. */
  readonly days: readonly [number, number]
  /** How many of ten take it. */
  readonly ofTen: number
}

const courses: readonly Course[] = [
  { test: 'html', hour: 10, days: [11, 5], ofTen: 9 },
  { test: 'javascript', hour: 12, days: [8, 2], ofTen: 7 },
  { test: 'react', hour: 15, days: [6, 1], ofTen: 5 },
  { test: 'node', hour: 17, days: [3, 1], ofTen: 4 },
  { test: 'databases', hour: 19, days: [1, 1], ofTen: 3 },
]

function crowd(
  { at }: Calendar,
  students: readonly DemoStudent[],
  named: readonly Planned[],
): Planned[] {
  const dice = openDice(14)
  const planned: Planned[] = []
  for (const { name, registersAt, setsPasswordAt } of students) {
    const ability = 0.35 + 0.6 * dice.roll()
    for (const { test, hour, days, ofTen } of courses) {
      const comes = dice.between(1, 10) <= ofTen
      const startsAt = at(
        dice.between(days[1], days[0]),
        `${hour}:${String(dice.between(0, 12)).padStart(2, '0')}`,
      )
      const share = Math.min(1, Math.max(0, ability + 0.3 * (dice.roll() - 0.5)))
      const hasOwn = named.some(([whose, , plan]) => whose === name && plan.test === test)
      const isLeftForYou = name === 'Priya Nair' && test === 'node'
      if (!comes || hasOwn || isLeftForYou) continue
      if (setsPasswordAt === undefined || startsAt < registersAt + 120 * minute) continue
      planned.push([name, startsAt, { test, share, secondsEach: dice.between(20, 50) }])
    }
  }
  return planned
}
