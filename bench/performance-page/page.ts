import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '../results.ts'
import { describeExamDays } from './exam-day-section.ts'
import { describeAdminLists, describeColdStarts, describeSubmitAnswer } from './other-sections.ts'

type Page = { readonly markdown: string; readonly plots: Readonly<Record<string, string>> }

const introduction = `# Performance

Written by \`npm run bench -- report\` from the files in bench/results, never by hand; each table
names its commit, machine and command. Client, server and database share the machine, and everything
is beside a bare server that reads JSON and sends it back, called by the same client in the same
run. Times of one machine say little about another one; the ratios do.

On a machine on which nothing else runs, all of it again, in about an hour and a half, or one of it:

    npm run bench -- all --students 2000 --minutes 10 --results bench/results
    npm run bench -- exam-day --engine postgres --processes 2 --students 2000 --minutes 10 --results bench/results

The same in small, in a minute and a half, to see that it works; nothing is kept:

    npm run bench -- exam-day --students 40 --minutes 1

A percentile is a time that was measured (nearest rank). Refused are tries that were answered with
anything but success, failed are calls that were given up after the retries of the screens.`

const empty = 'No result is kept yet.'

/** The largest class last, SQLite before PostgreSQL, one process before two. */
export function buildPage(results: readonly Result[]): Page {
  const select = <Bench extends Result['bench']>(bench: Bench) =>
    results
      .filter((result): result is Extract<Result, { bench: Bench }> => result.bench === bench)
      .toSorted((one, other) => compareKeys(toSortKey(one), toSortKey(other)))
  const sections = [
    describeExamDays(select('exam-day')),
    describeSubmitAnswer(select('submit-answer')),
    describeAdminLists(select('admin-lists')),
    describeColdStarts(select('cold-start')),
  ]
  const written = sections.map(({ markdown }) => markdown).filter(Boolean)
  return {
    markdown: `${[introduction, ...(written.length > 0 ? written : [empty])].join('\n\n')}\n`,
    plots: Object.assign({}, ...sections.map(({ plots }) => plots)),
  }
}

function toSortKey({ figures, setUp }: Result): number[] {
  const students = 'plan' in figures ? figures.plan.students : 0
  return [students, setUp.engine === 'sqlite' ? 0 : 1, setUp.processes]
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((value, place) => value !== other[place])
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
}

/** Deletes the plots of results that are gone. @returns the path of the page */
export function writePage(folder: string, { markdown, plots }: Page): string {
  const plotFolder = join(folder, 'performance')
  rmSync(plotFolder, { recursive: true, force: true })
  mkdirSync(plotFolder, { recursive: true })
  for (const [name, svg] of Object.entries(plots)) {
    writeFileSync(join(plotFolder, `${name}.svg`), svg)
  }
  const path = join(folder, 'performance.md')
  writeFileSync(path, markdown)
  return path
}
