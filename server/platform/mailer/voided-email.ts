import { pagePaths } from '#contract/page-paths.ts'
import type { Email } from './email.ts'
import { composeGreeting, type EmailWords, toHeaderText } from './email-layout.ts'
import { describeWhatNow } from './result-email.ts'

type VoidedEmail = Extract<Email, { readonly kind: 'voided-result' }>

/** To a student who was sent the result of an attempt that was declared void since. */
export function composeVoidedResult(
  email: VoidedEmail,
  toUrl: (path: string) => string,
): EmailWords {
  const { before, total, next } = email
  const title = toHeaderText(email.title)
  return {
    subject: `Your result no longer counts: ${title}`,
    preview: `Your attempt at ${title} was declared void.`,
    heading: 'Your result no longer counts',
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      {
        paragraph: `Your attempt at ${title} was declared void. The result that we sent you for it, ${before} of ${total}, no longer counts. Your results of other tests stay as they are.`,
      },
      { label: 'See your results', link: toUrl(pagePaths.results) },
      { paragraph: describeWhatNow(next ?? null) },
    ],
  }
}
