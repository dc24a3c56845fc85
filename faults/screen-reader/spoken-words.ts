/** A line of the file that the voice writes. */
export type SpeechEvent = {
  readonly kind: 'begin' | 'end' | 'stop'
  readonly text: string
  /** In milliseconds of the machine's clock. */
  readonly at: number
}

/** Words that the screen reader gave its voice to speak in one go. */
export type Utterance = {
  readonly text: string
  /** The words that cut it off; empty where nothing followed, null where it was spoken whole. */
  readonly cutBy: string | null
}

export function toUtterances(events: readonly SpeechEvent[]): readonly Utterance[] {
  return events.flatMap((event, place) => {
    if (event.kind !== 'begin') return []
    const later = events.slice(place + 1)
    const isCut = later.find(({ kind }) => kind !== 'begin')?.kind === 'stop'
    const next = later.find(({ kind }) => kind === 'begin')?.text ?? ''
    return [{ text: event.text, cutBy: isCut ? next : null }]
  })
}

/** One line, as in the report: pauses are bars, and what cut a sentence off stands behind it. */
export function formatUtterances(utterances: readonly Utterance[]): string {
  return utterances.map(formatUtterance).join(' | ')
}

function formatUtterance({ text, cutBy }: Utterance): string {
  if (cutBy === null) return text
  return `${text} [cut off${cutBy && ` by “${cutBy.slice(0, 30)}”`}]`
}

/**
 * Finds problems in the words that followed an act, whichever were expected.
 * @param isWholePage where all of a page is read, which may say the same in two places
 */
export function findProblems(
  utterances: readonly Utterance[],
  expected: RegExp,
  isWholePage = false,
): string[] {
  const texts = utterances.map(({ text }) => text).filter(Boolean)
  if (texts.length === 0) return ['silence']
  const problems = []
  if (!expected.test(texts.join(' | '))) problems.push(`not the words expected, ${expected}`)
  const repeated = texts.find((text, place) => isSentence(text) && texts.indexOf(text) < place)
  if (repeated && !isWholePage) problems.push(`twice: “${repeated}”`)
  if (texts.some((text) => /\bclickable\b/.test(text))) problems.push('“clickable”')
  if (texts.some((text) => /^status ?bar\.?$/.test(text))) problems.push('a status without words')
  if (texts.some((text) => bareOption.test(text))) problems.push('an option without its words')
  return problems
}

const bareOption = /^[A-F]\.?( (not )?selected)?( radio button)?\.?$/

/** A role or a letter may come twice. */
function isSentence(text: string): boolean {
  return text.split(' ').length > 2
}
