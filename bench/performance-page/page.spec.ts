import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, it } from 'vitest'
import { computeQuantiles } from '#simulated-class/quantile.ts'
import type { Call, CallFigures } from '../exam-day/figures.ts'
import { keptResults, type Result, readResults } from '../results.ts'
import type { ExamDayResult } from './exam-day-section.ts'
import { listBroken } from './exam-day-section.ts'
import { buildPage } from './page.ts'

const docs = join(import.meta.dirname, '../../docs')

it('docs/performance.md matches the stored results', () => {
  const { markdown, plots } = buildPage(readResults(keptResults))
  expect(readFileSync(join(docs, 'performance.md'), 'utf8')).toBe(markdown)
  const kept = globSync('*.svg', { cwd: join(docs, 'performance') })
  expect(kept.toSorted()).toEqual(
    Object.keys(plots)
      .map((name) => `${name}.svg`)
      .toSorted(),
  )
  for (const [name, svg] of Object.entries(plots)) {
    expect(readFileSync(join(docs, 'performance', `${name}.svg`), 'utf8')).toBe(svg)
    expect(markdown).toContain(`(performance/${name}.svg)`)
  }
})

function createCall(call: Call, ms: number, overrides: Partial<CallFigures> = {}): CallFigures {
  return { call, ...computeQuantiles([ms / 2, ms]), refused: {}, failed: 0, ...overrides }
}

function createExamDay(overrides: Partial<ExamDayResult['figures']> = {}): ExamDayResult {
  const stage = { calls: 400, databaseCpuSeconds: 4, clientCpuSeconds: 1, diskMb: 3 }
  return {
    bench: 'exam-day',
    command: 'npm run bench -- exam-day',
    commit: 'abc1234',
    at: '2026-11-22T20:00:00.000Z',
    seconds: 840,
    machine: '2 × <script> & Sons',
    setUp: { engine: 'postgres', processes: 2 },
    figures: {
      plan: {
        students: 2_000,
        doorsSeconds: 118,
        startSeconds: 10,
        answersPerSecond: 100,
        durationMinutes: 10,
        seed: 1,
      },
      calls: [createCall('log in', 300), createCall('paper', 80), createCall('answer', 12)],
      stages: [
        { stage: 'doors', seconds: 118, serverCpuSeconds: 90, ...stage },
        { stage: 'answers and bell', seconds: 600, serverCpuSeconds: 6, ...stage },
      ],
      closedWithinMs: 16_000,
      peakRssMb: 240,
      databaseMb: 120,
      echo: { ...computeQuantiles([1, 3]), cpuMsPerCall: 5, rssMb: 60 },
      timeline: {
        stepSeconds: 7,
        callsPerSecond: [1, 400],
        p99Ms: [null, 12],
        rssMb: [100, 240],
        serverCores: [0.1, 0.9],
        databaseCores: [0, 0.2],
        clientCores: [0.3, 0.4],
      },
      ...overrides,
    },
  }
}

it('shows a run beside the bare server, with set-up, commit, machine and command', () => {
  const { markdown } = buildPage([createExamDay()])
  // p99 4 times the echo's; 5 CPU seconds an attempt; 25 CPU ms a call are 5 times the echo's.
  expect(markdown).toContain(
    '| 2,000 | PostgreSQL, 2 processes | 80 | 6 | 12 | 4 | 16 | 0 | 0 | 5 | 5 | 240 + 120 | 6 | yes |',
  )
  expect(markdown).toContain('Commit abc1234, 2026-11-22, 14 min')
  expect(markdown).not.toContain('No result is kept yet')
  expect(buildPage([]).markdown).toContain('No result is kept yet')
})

it('names the promises that failed', () => {
  const late = createCall('answer', 51, { refused: { 503: 1_200, 0: 3 }, failed: 2 })
  const { figures } = createExamDay({
    calls: [createCall('paper', 1_001), late],
    closedWithinMs: 20_001,
  })
  expect(listBroken(figures)).toEqual(['the start', 'answers', 'the bell', '1,205 errors'])
  expect(buildPage([createExamDay(figures)]).markdown).toMatch(/3 × cut, 1,200 × 503 \| 2 \|/)
})

it('draws SVG with units on its axes and its own background in both themes', () => {
  const { plots } = buildPage([createExamDay()])
  expect(Object.keys(plots).toSorted()).toEqual([
    ...['exam-day-2000-postgres-2-day', 'exam-day-2000-postgres-2-times', 'exam-day-cpu'],
  ])
  for (const svg of Object.values(plots)) {
    expect(XMLValidator.validate(svg)).toBe(true)
    expect(svg).toContain('prefers-color-scheme: dark')
    expect(svg).toContain('<rect class="paper"')
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  }
  const { 'exam-day-2000-postgres-2-day': day = '', 'exam-day-cpu': cpu = '' } = plots
  expect(listTexts(day)).toEqual(
    expect.arrayContaining([
      ...['minutes since the doors opened', 'calls answered, a second', 'processor, busy cores'],
      ...['waiting time, p99 of each step, ms', 'memory of the server, MB', 'database', 'client'],
    ]),
  )
  expect(listTexts(cpu)).toContain('CPU seconds')
})

it('puts the smaller class first, and SQLite before PostgreSQL', () => {
  const large = createExamDay()
  const sqlite: Result = { ...large, setUp: { engine: 'sqlite', processes: 1 } }
  const { figures } = large
  const small: Result = {
    ...large,
    figures: { ...figures, plan: { ...figures.plan, students: 40 } },
  }
  const titles = buildPage([large, sqlite, small]).markdown.match(/^### .*/gm)
  expect(titles).toEqual([
    '### 40 students, PostgreSQL, 2 processes',
    '### 2,000 students, SQLite',
    '### 2,000 students, PostgreSQL, 2 processes',
  ])
})

function listTexts(svg: string): string[] {
  const parsed = new XMLParser({ ignoreAttributes: true }).parse(svg)
  return parsed.svg.text.map(String)
}
