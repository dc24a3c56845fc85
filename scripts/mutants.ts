import { readdirSync } from 'node:fs'
import { root } from '#programs/run-command.ts'
import { describeRun, writeReportFile } from '../faults/report.ts'
import { readCommand } from './command-line/read-command.ts'
import {
  formatFigures,
  formatReport,
  formatSurvivor,
  type MutantFigures,
} from './mutants/mutant-report.ts'
import { runMutants } from './mutants/run-mutants.ts'

/** The largest folders of core are sampled, every n-th mutant, so that all of it takes an hour. */
const coreSamples: Readonly<Record<string, number>> = {
  proctoring: 4,
  students: 5,
  questions: 6,
  'quiz-session': 8,
}

const { values, words } = readCommand('mutants')
const [folder = 'core/grading'] = words

if (values.long) await reportCore()
else await reportFolder(folder.replace(/\/$/, ''))

async function reportFolder(name: string) {
  const specs = values.specs?.split(',') ?? [name.startsWith('core') ? 'core' : name]
  const figures = await runMutants({ folder: name, specs, sampleEvery: Number(values.sample) })
  for (const survivor of figures.survivors) console.log(formatSurvivor(survivor))
  console.log(`\n${name}: ${formatFigures(figures)}`)
}

async function reportCore() {
  const folders = readdirSync(`${root}core`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  const all: MutantFigures[] = []
  for (const name of folders) {
    const sampleEvery = coreSamples[name] ?? 1
    const figures = await runMutants({ folder: `core/${name}`, specs: ['core'], sampleEvery })
    console.log(`core/${name}: ${formatFigures(figures)}`)
    all.push(figures)
  }
  console.log(`Written to ${writeReportFile('mutants', formatReport(all, describeRun()))}`)
}
