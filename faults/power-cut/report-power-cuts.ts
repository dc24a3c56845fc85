import { createSeededRandom } from '#core/random.ts'
import { describeRun, writeReportFile } from '../report.ts'
import { type CutReport, cutPower } from './cut-power.ts'
import { recordWrites } from './record-writes.ts'

type ReportOptions = {
  readonly isLong: boolean
  readonly seed: number
  readonly cuts?: number | undefined
}

const longClass = { answers: 4_000, registrations: 30 }
const shortClass = { answers: 400, registrations: 4 }

/** Resolves with whether nothing was lost, and the control lost something. */
export async function reportPowerCuts({
  isLong,
  seed,
  cuts = isLong ? 10_000 : 300,
}: ReportOptions): Promise<boolean> {
  const commit = describeRun()
  const random = createSeededRandom(seed)
  const size = isLong ? longClass : shortClass
  const outcomes: {
    readonly name: string
    readonly report: CutReport
    readonly acknowledged: string
  }[] = []
  for (const isControl of [false, true]) {
    const recording = await recordWrites({ ...size, isControl })
    const acknowledged = `${recording.answers.all.length} answers and ${recording.registrations.length} registrations with two pictures each`
    const name = isControl ? 'the control, synchronous=NORMAL' : 'the product, synchronous=FULL'
    try {
      const report = await cutPower(recording, {
        cuts: isControl ? Math.ceil(cuts / 10) : cuts,
        random,
        onProgress: (done) => done % 500 === 0 && console.log(`${name}: ${done} cuts`),
      })
      outcomes.push({ name, report, acknowledged })
    } finally {
      recording.remove()
    }
  }
  const lines = outcomes.map(
    ({ name, report, acknowledged }) =>
      `${name}: acknowledged ${acknowledged}; ${report.cuts} cuts, ${report.broken} of them lost something.`,
  )
  const [product, control] = outcomes.map(({ report }) => report)
  console.log([...lines, ...(product?.losses ?? [])].join('\n'))
  if (isLong) {
    const markdown = `# Power cuts

A class of 8 answers and applicants register, on a server whose writes, fsyncs and renames of the
database, its log and the pictures strace writes down. The log is replayed to random moments: what
an fsync had covered by then is there, of everything later a random part, torn at sectors of 512
bytes, names of files apart from their content. Then the database is opened, \`integrity_check\` must
say ok, every answer and registration that was acknowledged before the moment must be there, and
every picture that a row names must open. SQLite. ${commit}, seed ${seed}.

${lines.map((line) => `- ${line}`).join('\n')}

A replay of the whole log left the same bytes as the server did, in both. The control must lose; it
lost, for instance: ${control?.losses[0] ?? 'nothing'}.
${(product?.losses ?? []).map((loss) => `\nLost: ${loss}`).join('')}
Run it again: \`npm run faults -- power-cut --long --seed ${seed}\`
`
    console.log(writeReportFile('power-cut', markdown))
  }
  return product?.broken === 0 && (control?.broken ?? 0) > 0
}
