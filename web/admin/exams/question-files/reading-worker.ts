import type { Format } from './formats.ts'
import { readQuestions, type Source } from './read-questions.ts'

/** What the page sends; it hears a `Reading`, or nothing if it ends this worker before. */
export type ReadingOrder = { readonly source: Source; readonly named: Format | null }

self.addEventListener('message', async ({ data }: MessageEvent<ReadingOrder>) => {
  self.postMessage(await readQuestions(data.source, data.named))
})
