import { countSampleTexts, type SampleTexts } from '#web/institute/sample-texts.ts'
import { advise, type Finding } from './finding.ts'

/** Judges the sample texts that visitors still read, once the institute has files of its own. */
export function judgeSampleTexts(texts: readonly SampleTexts[]): Finding[] {
  const count = countSampleTexts(texts)
  if (count === 0) return []
  const files = texts.map(({ file, names }) => `${file} (${names.join('; ')})`)
  return [
    advise(
      'sample-texts-left',
      `${count === 1 ? '1 text is' : `${count} texts are`} still the sample’s: ${files.join(', ')}.`,
      'Replace the words in institute/, take the line isSample: true away, and build again.',
    ),
  ]
}
