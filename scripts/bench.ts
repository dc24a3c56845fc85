import { parseArgs } from 'node:util'
import { benchAdminLists } from '../bench/admin-lists.ts'
import { runExamDay } from '../bench/exam-day/exam-day.ts'
import type { ExamDayPlan } from '../bench/exam-day/figures.ts'
import { formatFigures } from '../bench/exam-day/report.ts'
import { benchLighthouse } from '../bench/lighthouse.ts'
import { benchSubmitAnswer } from '../bench/submit-answer.ts'
import { buildWeb } from './build-web.ts'

const benches = {
  'submit-answer': {
    description: '50 connections, every answer on disk before its 200',
    run: benchSubmitAnswer,
  },
  'admin-lists': {
    description: 'every list of the admin’s over 100,000 attempts, a page in under 50 ms',
    run: benchAdminLists,
  },
  'exam-day': {
    description: 'doors, start, answers with think times, bell and results, in real time',
    async run() {
      console.log(formatFigures(await runExamDay(readPlan())))
    },
  },
  lighthouse: {
    description: 'mobile preset, median of three (95, 100, 100, 100 and 0 are promised for /)',
    async run() {
      await buildWeb()
      await benchLighthouse()
    },
  },
}

/** `npm run bench` runs all of them, `npm run bench -- lighthouse` one. */
const { values, positionals: selected } = parseArgs({
  allowPositionals: true,
  options: {
    students: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '1' },
    rate: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
for (const [name, { description, run }] of Object.entries(benches)) {
  if (selected.length > 0 && !selected.includes(name)) continue
  console.log(`${name}: ${description}`)
  await run()
}

/** `-- exam-day --students 2000 --minutes 10 --rate 100` is the size that is promised. */
function readPlan(): ExamDayPlan {
  const students = Number(values.students)
  return {
    students,
    doorsSeconds: Math.ceil(students / 17),
    startSeconds: Math.max(1, students / 200),
    answersPerSecond: Number(values.rate ?? students / 20),
    durationMinutes: Number(values.minutes),
    seed: Number(values.seed),
  }
}
