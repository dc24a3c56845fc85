import { describeRun, writeReportFile } from '../report.ts'
import type { OpenedWindow } from './own-windows.ts'
import type { Answer } from './walk.ts'

type Listened = { readonly answers: readonly Answer[]; readonly opened: readonly OpenedWindow[] }
type Run = { readonly isWhole: boolean; readonly seed: number; readonly minutes: number }

/** Writes what was spoken in a whole long run; @returns whether all was as expected */
export function reportAnswers(
  { answers, opened }: Listened,
  { isWhole, seed, minutes }: Run,
): boolean {
  const bad = answers.filter(({ problems }) => problems.length > 0)
  const wrong = opened.filter(({ seen, expected }) => seen.outcome !== expected)
  const free = opened.filter(({ hasSetting }) => hasSetting)
  const harmed = free.filter(({ seen }) => seen.outcome !== 'open')
  const lines = [
    `${answers.length} acts, ${bad.length} without the right answer.`,
    `Windows of the reader's own with “Assistive tools” that ended the quiz or warned: ${harmed.length} of ${free.length}. Without, ${opened.length - free.length} more; ${wrong.length} of all not as expected.`,
  ]
  for (const line of lines) console.log(line)
  if (isWhole)
    console.log(
      writeReportFile(
        'screen-reader',
        `# What a screen reader says

Orca with Firefox ESR on a screen of its own (Xvfb), real keys; its voice writes into a file and takes
the time of a fast listener's. A bar is a pause; behind “cut off by” stand the words that came too early.
How to read it: [listening](../../docs/listening.md). ${describeRun()}, seed ${seed}, ${minutes.toFixed(0)} minutes.

${lines.join('\n')}

| part | act | words | |
|---|---|---|---|
${answers.map(toRow).join('\n')}

## Windows of its own

| window | mode | “Assistive tools” | |
|---|---|---|---|
${opened.map(toWindowRow).join('\n')}

Run it again: \`npm run faults -- screen-reader --long --seed ${seed}\`
`,
      ),
    )
  return bad.length === 0 && wrong.length === 0
}

function toRow({ part, act, words, problems }: Answer): string {
  const cells = [part, act, words || '(silence)', problems.map((one) => `**${one}**`).join('; ')]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function toWindowRow({ name, mode, hasSetting, expected, seen }: OpenedWindow): string {
  const mark = seen.outcome === expected ? '' : '**not expected:** '
  const noted = [...new Set(seen.kinds)].join(', ')
  const cells = [
    name,
    mode,
    hasSetting ? 'yes' : 'no',
    `${mark}${seen.outcome}${noted && ` (${noted})`}`,
  ]
  return `| ${cells.join(' | ')} |`
}
