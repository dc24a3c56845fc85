import type { AudienceKind, WindowTimes } from '#core/exam-windows/window.ts'
import type { IntegrityMode, Navigation } from '#core/exams/exam.ts'
import { formatDay, formatInstant, formatTime, pluralize } from './format.ts'
import { isSameInstituteDay } from './institute-clock.ts'

// Apart from the endpoints: a file with endpoints reaches the browser without its functions.

export type Phrase = { readonly text: string; readonly isStrong?: true }

type DescribedWindow = WindowTimes & {
  readonly audience: { readonly kind: AudienceKind; readonly names: readonly string[] }
  /** How many students it is for; null where it is for everyone. */
  readonly expected: number | null
}

type DescribedExam = {
  readonly released: boolean
  readonly durationMinutes: number
  readonly navigation: Navigation
  readonly integrityMode: IntegrityMode
  readonly windows: readonly DescribedWindow[]
}

/** "Batch Morning B12 (60 students) may start on 24 Nov 2026 from 10:00 am to 10:20 am" */
export function describeWindow(window: DescribedWindow): Phrase[] {
  const { opensAt, closesAt, latestEntryAt, endsAtClosing } = window
  const ends = isPlural(window) ? 'end' : 'ends'
  const end = endsAtClosing
    ? [plain(` and ${ends} with the window at `), strongTime(closesAt, opensAt)]
    : []
  return [
    ...describeAudience(window),
    plain(' may start '),
    ...describePeriod(opensAt, latestEntryAt ?? closesAt),
    ...end,
  ]
}

/**
 * Describes who may take an exam, when and how: by the windows and settings that the server checks.
 */
export function describeAccess({ released, windows, ...settings }: DescribedExam): Phrase[] {
  const rules = describeRules(settings, 'has')
  const [only, ...others] = windows
  const sentences =
    only === undefined
      ? [strong('Everyone'), plain(` may start${released ? ' from now' : ''}, ${rules}`)]
      : others.length === 0
        ? [
            ...describeWindow(only),
            plain(`, ${isPlural(only) ? describeRules(settings, 'have') : rules}`),
          ]
        : [
            ...windows.flatMap((window) => [...describeWindow(window), plain('. ')]),
            plain(`Each student ${rules} A student with two of these windows has the widest.`),
          ]
  return released ? sentences : [onceReleased, ...sentences]
}

export const onceReleased = plain('Once the test is released: ')

export function toText(phrases: readonly Phrase[]): string {
  return phrases.map(({ text }) => text).join('')
}

const leavings: Readonly<Record<IntegrityMode, string>> = {
  strict: 'the first leaving of the page ends it',
  warn: 'the third leaving of the page ends it',
  observe: 'leaving the page is only noted',
}

function describeRules(
  {
    durationMinutes,
    navigation,
    integrityMode,
  }: Pick<DescribedExam, 'durationMinutes' | 'navigation' | 'integrityMode'>,
  verb: 'has' | 'have',
): string {
  const answers = verb === 'has' ? 'answers' : 'answer'
  const way = navigation === 'free' ? 'may move freely' : `${answers} one question after another`
  return `${verb} ${pluralize(durationMinutes, 'minute')}, ${way}, and ${leavings[integrityMode]}.`
}

/** A batch is one, and so is everyone. */
function isPlural({ audience, expected }: DescribedWindow): boolean {
  return audience.kind === 'students' && expected !== 1
}

function describeAudience({ audience, expected }: DescribedWindow): Phrase[] {
  if (audience.kind === 'everyone' || expected === null) return [strong('Everyone')]
  if (audience.kind === 'students') {
    const [first = ''] = audience.names
    return [strong(expected === 1 ? first : pluralize(expected, 'named student'))]
  }
  return [
    plain('Batch '),
    strong(audience.names[0] ?? ''),
    plain(` (${pluralize(expected, 'student')})`),
  ]
}

/** On one day the day is said once. */
function describePeriod(from: number, to: number): Phrase[] {
  if (!isSameInstituteDay(from, to)) {
    return [plain('from '), strong(formatInstant(from)), plain(' to '), strong(formatInstant(to))]
  }
  return [
    plain('on '),
    strong(formatDay(from)),
    plain(' from '),
    strong(formatTime(from)),
    plain(' to '),
    strong(formatTime(to)),
  ]
}

/** With the day where it is another one. */
function strongTime(at: number, from: number): Phrase {
  return strong(isSameInstituteDay(at, from) ? formatTime(at) : formatInstant(at))
}

function plain(text: string): Phrase {
  return { text }
}

function strong(text: string): Phrase {
  return { text, isStrong: true }
}
