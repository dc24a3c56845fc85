import { formatInstant, formatTimeZone } from '#contract/format.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Email } from './email.ts'
import { composeGreeting, type EmailWords, toHeaderText } from './email-layout.ts'

type MakeUpEmail = Extract<Email, { readonly kind: 'make-up-window' }>

/** To a student who missed a test and may take it at another time. */
export function composeMakeUpWindow(
  email: MakeUpEmail,
  toUrl: (path: string) => string,
): EmailWords {
  const { opensAt, closesAt, latestEntryAt, endsAtClosing } = email
  const title = toHeaderText(email.title)
  const opens = formatInstant(opensAt)
  const start = latestEntryAt === null ? 'before it closes' : 'by the latest entry'
  const end = endsAtClosing
    ? 'An attempt that still runs at the closing ends then, except for extra time that you were given.'
    : 'If you start in time, you have the full time of the test, even past the closing.'
  return {
    subject: `A new date for your test: ${title}`,
    preview: `It opens on ${opens}.`,
    heading: 'You can take a test that you missed',
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      { paragraph: 'We have no attempt of yours at this test, so we open it for you once more.' },
      {
        facts: [
          ['Test', title],
          ['Opens', opens],
          ...(latestEntryAt === null
            ? []
            : [['Latest entry', formatInstant(toClosingMinute(latestEntryAt))] as const]),
          ['Closes', formatInstant(toClosingMinute(closesAt))],
        ],
      },
      { paragraph: `Times are in ${formatTimeZone(opensAt)}. Start ${start}. ${end}` },
      { label: 'Open your panel', link: toUrl(pagePaths.studentPanel) },
    ],
  }
}
