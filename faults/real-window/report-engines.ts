import type { BrowserName } from '#programs/browsers.ts'
import { describeRun, writeReportFile } from '../report.ts'
import type { EngineAct } from './engine-acts.ts'
import type { Seen } from './report-acts.ts'

export type EngineName = Exclude<BrowserName, 'chrome-103'>
export const engineNames = [
  'chromium',
  'firefox',
  'webkit',
  'chrome-109',
] as const satisfies readonly EngineName[]

export type EngineSeen = Omit<Seen, 'outcome'> & {
  readonly outcome: Seen['outcome'] | 'takes a window'
  /** The words that the student has read of it. */
  readonly message: string
}
type PlayedAct = {
  readonly act: EngineAct
  readonly seen: ReadonlyMap<EngineName, EngineSeen>
}
type Run = {
  readonly engines: readonly EngineName[]
  readonly isLong: boolean
  readonly seed: number
  readonly names: readonly string[]
  readonly minutes: number
}

/** Writes the table of a long run; @returns whether all went as it should */
export function reportEngines(played: readonly PlayedAct[], run: Run): boolean {
  const { engines, isLong, seed, names, minutes } = run
  const wrong = played.flatMap(({ act, seen }) =>
    engines
      .filter((engine) => !isRight(act, seen.get(engine)) && !isKept(act, engine))
      .map((engine) => `${act.name} (${engine}): ${seen.get(engine)?.outcome}`),
  )
  const innocent = played.filter(({ act }) => act.mark === 'innocent')
  const done = engines.map((engine) => {
    const count = played.filter(({ seen }) => seen.get(engine)?.outcome !== 'takes a window').length
    return `${count} in ${engine}`
  })
  const lines = [
    `${played.length} acts: ${done.join(', ')}. ${wrong.length} not as they should be.`,
    `Of ${innocent.length} innocent ones ended or warned: ${countHarmed(innocent, engines)}.`,
  ]
  for (const line of [...lines, ...wrong]) console.log(line)
  if (isLong && names.length === 0 && engines.length === engineNames.length)
    console.log(
      writeReportFile(
        'real-window-engines',
        `# The same acts in every engine

${played.length} acts in a strict exam, each in an attempt and a window of its own, marked beforehand: an innocent one
must not end the quiz or warn, whichever browser it is done in. Chromium, Firefox ESR and WebKitGTK's
MiniBrowser each have a real window on a screen of its own (Xvfb) with a window manager (openbox), real
keys and a real mouse (xdotool). Chrome 109 is its engine without a window: what can be given by protocol
is, the rest takes a window. ${describeRun()}, seed ${seed}, ${minutes.toFixed(0)} minutes.

${lines.join('\n')}

| act | marked | ${engines.join(' | ')} |
|---|---|${engines.map(() => '---|').join('')}
${played
  .toSorted((one, other) => one.act.mark.localeCompare(other.act.mark))
  .map((one) => toRow(one, engines))
  .join('\n')}

Behind each outcome stands what was recorded, and for the side panel what the student read of it. In
MiniBrowser Ctrl+F and Ctrl+P are taken before the page hears of them, and a bar or a window of its own
takes the focus: of that the page knows no more than of a new window that is opened by Ctrl+N, so it counts.
MiniBrowser has no key for a new window.

Run it again: \`npm run faults -- real-window --browser all --long --seed ${seed}\`
`,
      ),
    )
  return wrong.length === 0
}

function isRight({ mark, message = '' }: EngineAct, seen: EngineSeen | undefined): boolean {
  if (!seen || seen.outcome === 'not tried') return false
  if (seen.outcome === 'takes a window' || seen.outcome === 'open')
    return message === '' || seen.outcome !== 'open'
  return mark === 'may end' && seen.message === message
}

function isKept({ isKeptFromPage }: EngineAct, engine: EngineName): boolean {
  return isKeptFromPage === true && engine === 'webkit'
}

function countHarmed(innocent: readonly PlayedAct[], engines: readonly EngineName[]): string {
  const isHarmed = (seen: EngineSeen | undefined) =>
    seen?.outcome !== 'open' && seen?.outcome !== 'takes a window'
  return engines
    .map((engine) => {
      const count = innocent.filter(({ seen }) => isHarmed(seen.get(engine))).length
      return `${count} in ${engine}`
    })
    .join(', ')
}

function toRow({ act, seen }: PlayedAct, engines: readonly EngineName[]): string {
  const cells = engines.map((engine) => {
    const one = seen.get(engine)
    if (!one) return 'not tried'
    const noted = [...new Set(one.kinds), ...(one.message ? [`told: ${one.message}`] : [])].join(
      ', ',
    )
    const outcome = one.outcome === 'open' ? 'forgiven' : one.outcome
    const mark = isRight(act, one)
      ? ''
      : isKept(act, engine)
        ? '**kept from the page:** '
        : '**wrong:** '
    return `${mark}${outcome}${noted && ` (${noted})`}`
  })
  return `| ${act.name} | ${act.mark} | ${cells.join(' | ')} |`
}
