import { formatInstant } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Email } from './email.ts'
import { composeGreeting, type EmailWords, toHeaderText } from './email-layout.ts'
import { calendarNote, describeTimes } from './window-email.ts'

type MakeUpEmail = Extract<Email, { readonly kind: 'make-up-window' }>

/** To a student who missed a test and may take it at another time. */
export function composeMakeUpWindow(
  email: MakeUpEmail,
  toUrl: (path: string) => string,
): EmailWords {
  return {
    subject: `A new date for your test: ${toHeaderText(email.title)}`,
    preview: `It opens on ${formatInstant(email.opensAt)}.`,
    heading: 'You can take a test that you missed',
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      { paragraph: 'We have no attempt of yours at this test, so we open it for you once more.' },
      ...describeTimes({ ...email, seat: null }),
      { label: 'Open your panel', link: toUrl(pagePaths.studentPanel) },
      ...(email.calendar ? [{ paragraph: calendarNote }] : []),
    ],
  }
}
