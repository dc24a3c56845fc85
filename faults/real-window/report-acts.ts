import { type IntegrityMode, integrityModes } from '#core/exams/exam.ts'
import type { RecordedKind } from '#core/proctoring/policy.ts'
import { describeRun, writeReportFile } from '../report.ts'
import type { Act, Outcome } from './acts.ts'

export type Seen = {
  readonly outcome: Outcome | 'not tried'
  readonly kinds: readonly RecordedKind[]
}
export type PlayedAct = { readonly act: Act; readonly seen: Map<IntegrityMode, Seen> }

type Run = { readonly isLong: boolean; readonly seed: number; readonly minutes: number }

/** Writes the table of a long run; @returns whether every act went as expected in every mode */
export function reportActs(played: readonly PlayedAct[], { isLong, seed, minutes }: Run): boolean {
  const wrong = played.flatMap(({ act, seen }) =>
    integrityModes
      .filter((mode) => seen.get(mode)?.outcome !== act.expected[mode])
      .map((mode) => `${act.name} (${mode}): ${seen.get(mode)?.outcome}`),
  )
  const harmless = played.filter(({ act }) => !act.isTrigger)
  const countEnded = (mode: IntegrityMode) =>
    harmless.filter(({ seen }) => seen.get(mode)?.outcome !== 'open').length
  const sorted = played.toSorted(
    (one, other) => Number(other.act.isTrigger) - Number(one.act.isTrigger),
  )
  const summary = integrityModes.map((mode) => `${countEnded(mode)} in \`${mode}\``).join(', ')
  const lines = [
    `${played.length} acts in ${integrityModes.length} modes, ${wrong.length} not as expected.`,
    `Harmless acts that ended the quiz or warned, of ${harmless.length}: ${summary}.`,
  ]
  for (const line of [...lines, ...wrong]) console.log(line)
  if (isLong)
    console.log(
      writeReportFile(
        'real-window',
        `# A student's acts in a real window

Chromium on a screen of its own (Xvfb) with a window manager (openbox), real keys and a real mouse
(xdotool); each act in an attempt of its own. ${describeRun()}, seed ${seed}, ${minutes.toFixed(0)} minutes.

${lines.join('\n')}

| act | ${integrityModes.join(' | ')} | |
|---|${integrityModes.map(() => '---|').join('')}---|
${sorted.map(toRow).join('\n')}

Behind each outcome stands what was recorded. In \`observe\` only the keys of the specification are
held, so the browser does what the others ask for, and that is recorded.

Run it again: \`npm run faults -- real-window --long --seed ${seed}\`
`,
      ),
    )
  return wrong.length === 0
}

function toRow({ act, seen }: PlayedAct): string {
  const cells = integrityModes.map((mode) => {
    const { outcome, kinds } = seen.get(mode) ?? { outcome: 'not tried', kinds: [] }
    const noted = [...new Set(kinds)].join(', ')
    const isExpected = outcome === act.expected[mode]
    return `${isExpected ? '' : '**not expected:** '}${toWord(outcome)}${noted && ` (${noted})`}`
  })
  return `| ${act.name} | ${cells.join(' | ')} | ${act.isTrigger ? 'trigger' : ''} |`
}

function toWord(outcome: string): string {
  return outcome === 'open' ? 'forgiven' : outcome
}
