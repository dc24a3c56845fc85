import { describeRun, writeReportFile } from '../report.ts'
import type { FuzzCall } from './arbitrary-calls.ts'
import type { Reply } from './fuzz-target.ts'

export type ReplyCounts = Map<FuzzCall['kind'], Map<string, number>>

export function countReply(replyCounts: ReplyCounts, { kind }: FuzzCall, { status }: Reply) {
  const answers = replyCounts.get(kind) ?? new Map<string, number>()
  replyCounts.set(kind, answers)
  const answer = status === null ? 'hung up' : String(status)
  answers.set(answer, (answers.get(answer) ?? 0) + 1)
}

type FuzzRun = { readonly engine: string; readonly seed: number; readonly replyCounts: ReplyCounts }

/** @returns the path of the file, which is meant to be committed. */
export function writeFuzzReport({ engine, seed, replyCounts }: FuzzRun): string {
  const all = [...replyCounts.values()].flatMap((answers) => [...answers])
  const total = all.reduce((sum, [, times]) => sum + times, 0)
  const serverErrors = all
    .filter(([answer]) => answer.startsWith('5'))
    .reduce((sum, [, times]) => sum + times, 0)
  const rows = [...replyCounts].map(([kind, answers]) => {
    const answerCounts = [...answers].toSorted().map(([answer, times]) => `${answer} × ${times}`)
    return `| ${kind} | ${answerCounts.join(', ')} |`
  })
  return writeReportFile(
    `fuzz-${engine}`,
    `# Fuzzed calls on ${engine}

${total.toLocaleString('en')} calls made from the contract, of which ${serverErrors} were answered with 5xx; each refusal
came with a sentence. ${describeRun()}, seed ${seed}.

| input | answers |
| --- | --- |
${rows.join('\n')}

Run it again: \`npm run faults -- fuzz --runs ${total} --seed ${seed}\`
`,
  )
}
