import { nameRun, writeReportFile } from '../write-report-file.ts'
import type { FuzzedCall } from './fuzz-call.ts'
import type { Reply } from './world.ts'

export type Tally = Map<FuzzedCall['kind'], Map<string, number>>

export function countReply(tally: Tally, { kind }: FuzzedCall, { status }: Reply) {
  const answers = tally.get(kind) ?? new Map<string, number>()
  tally.set(kind, answers)
  const answer = status === null ? 'hung up' : String(status)
  answers.set(answer, (answers.get(answer) ?? 0) + 1)
}

type Run = { readonly engine: string; readonly seed: number; readonly tally: Tally }

/** @returns the path of the file, which is meant to be committed. */
export function writeFuzzReport({ engine, seed, tally }: Run): string {
  const all = [...tally.values()].flatMap((answers) => [...answers])
  const total = all.reduce((sum, [, times]) => sum + times, 0)
  const faults = all
    .filter(([answer]) => answer.startsWith('5'))
    .reduce((sum, [, times]) => sum + times, 0)
  const rows = [...tally].map(([kind, answers]) => {
    const told = [...answers].toSorted().map(([answer, times]) => `${answer} × ${times}`)
    return `| ${kind} | ${told.join(', ')} |`
  })
  return writeReportFile(
    `fuzz-${engine}`,
    `# Fuzzed calls on ${engine}

${total.toLocaleString('en')} calls made from the contract, of which ${faults} were answered with 5xx; each refusal
came with a sentence. ${nameRun()}, seed ${seed}.

| input | answers |
| --- | --- |
${rows.join('\n')}

Run it again: \`npm run faults -- fuzz --runs ${total} --seed ${seed}\`
`,
  )
}
