import '../../../client/stand-ins.ts'
import type { Source } from '../../../spreadsheets/source.ts'
import type { Format } from './formats.ts'
import { readQuestions } from './read-imported-questions.ts'
import type { WorkbookSettings } from './xlsx.ts'

/** The message of the page, which gets a `Reading`, or nothing if it ends this worker before. */
export type ReadingRequest = {
  readonly source: Source
  readonly namedFormat: Format | null
  readonly settings: WorkbookSettings
}

self.addEventListener('message', ({ data }: MessageEvent<ReadingRequest>) => {
  readQuestions(data.source, data.namedFormat, data.settings).then(
    (reading) => self.postMessage(reading),
    // The page hears of errors, and not of rejected promises: it would wait for ever.
    (error: unknown) => self.reportError(error),
  )
})
