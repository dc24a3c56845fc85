import { join, resolve } from 'node:path'
import { describeCommit } from '#test/describe-commit.ts'
import { benchAdminLists } from '../bench/admin-lists.ts'
import { benchColdStart } from '../bench/cold-start.ts'
import { runExamDay } from '../bench/exam-day/exam-day.ts'
import type { ExamDayPlan } from '../bench/exam-day/figures.ts'
import { drawLogNormal, readThinkTimes } from '../bench/exam-day/think-times.ts'
import { describeExamDays } from '../bench/performance-page/exam-day-section.ts'
import { buildPage, writePage } from '../bench/performance-page/page.ts'
import {
  describeMachine,
  keptResults,
  type Result,
  readResults,
  saveResult,
} from '../bench/results.ts'
import type { SetUp } from '../bench/set-up.ts'
import { benchSubmitAnswer } from '../bench/submit-answer.ts'
import { developerCommands } from './command-line/developer-commands.ts'
import { readCommand } from './command-line/read-command.ts'

const benches = {
  'submit-answer': benchSubmitAnswer,
  'exam-day': (setUp: SetUp) => runExamDay({ plan: readPlan(), setUp, drawThinkTime }),
  'admin-lists': benchAdminLists,
  'cold-start': benchColdStart,
} as const

const { values, words } = readCommand('bench')
const { choices } = developerCommands.bench
const thinkTimes = values['think-times']
const drawThinkTime = thinkTimes ? readThinkTimes(thinkTimes) : drawLogNormal
const engine = values.engine ?? (process.env.DATABASE_URL ? 'postgres' : 'sqlite')
if (engine !== 'sqlite' && engine !== 'postgres') throw new Error('--engine sqlite or postgres')
const setUp: SetUp = { engine, processes: engine === 'sqlite' ? 1 : Number(values.processes) }
const postgres: readonly SetUp[] = [1, 2, 4].map((processes) => ({ engine: 'postgres', processes }))
const sqlite: SetUp = { engine: 'sqlite', processes: 1 }

const [name = ''] = words
if (name === 'report') report(values.results)
else if (name === 'all') await runAll()
else await runNamed()
// A database that is not ours stays, and so do connections to it.
process.exit()

async function runNamed() {
  for (const bench of Object.keys(benches) as (keyof typeof benches)[]) {
    if (words.length === 0 || words.includes(bench)) await runBench(bench, setUp)
  }
  if (words.length > 0 && !words.includes('lighthouse')) return
  console.log(`lighthouse: ${choices.lighthouse}`)
  const [{ buildWeb }, { benchLighthouse }] = await Promise.all([
    import('./build-web.ts'),
    import('../bench/lighthouse.ts'),
  ])
  await buildWeb()
  await benchLighthouse()
}

async function runAll() {
  for (const one of [sqlite, ...postgres]) {
    await runBench('submit-answer', one)
    await runBench('exam-day', one)
    if (one.processes > 1) continue
    await runBench('admin-lists', one)
    await runBench('cold-start', one)
  }
}

async function runBench(bench: keyof typeof benches, one: SetUp) {
  if (one.engine === 'sqlite') delete process.env.DATABASE_URL
  console.log(`${bench}, ${one.engine} ${one.processes}: ${choices[bench]}`)
  const startedAt = performance.now()
  const figures = await benches[bench](one)
  const result = {
    bench,
    command: `npm run bench -- ${process.argv.slice(2).join(' ')}`,
    commit: describeCommit(),
    at: new Date().toISOString(),
    seconds: Math.round((performance.now() - startedAt) / 1000),
    machine: describeMachine(),
    setUp: one,
    figures,
  } as Result
  if (result.bench === 'exam-day') console.log(describeExamDays([result]).markdown)
  if (values.results) console.log(`  kept in ${saveResult(resolve(values.results), result)}`)
}

/** Reports the stored results, or those in another folder, beside them. */
function report(folder: string | undefined) {
  const results = readResults(folder ?? keptResults)
  const target = folder ?? join(import.meta.dirname, '../docs')
  console.log(`${results.length} results: ${writePage(target, buildPage(results))}`)
}

function readPlan(): ExamDayPlan {
  const students = Number(values.students)
  return {
    students,
    doorsSeconds: Math.ceil(students / Number(values.logins)),
    startSeconds: Math.max(1, students / 200),
    answersPerSecond: Number(values.rate ?? students / 20),
    durationMinutes: Number(values.minutes),
    seed: Number(values.seed),
  }
}
