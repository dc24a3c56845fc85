import { countSampleTexts, type SampleTexts } from '#web/institute/sample-texts.ts'
import { type Check, type Finding, runChecks } from './finding.ts'

const sampleTextChecks: readonly Check<readonly SampleTexts[]>[] = [
  {
    id: 'sample-texts-left',
    level: 'warning',
    hasProblem: (texts) => countSampleTexts(texts) > 0,
    problem: (texts) => {
      const count = countSampleTexts(texts)
      const files = texts.map(({ file, names }) => `${file} (${names.join('; ')})`)
      return `${count === 1 ? '1 text is' : `${count} texts are`} still the sample’s: ${files.join(', ')}.`
    },
    remedy: 'Replace the words in institute/, take the line isSample: true away, and build again.',
  },
]

/** Checks the sample texts that visitors still read, once the institute has files of its own. */
export function checkSampleTexts(texts: readonly SampleTexts[]): Finding[] {
  return runChecks(sampleTextChecks, texts)
}
