import { formatInstant, formatPercentage, formatTimeZone } from '#contract/format.ts'
import { describeNextAttempt, describeWhenToAsk } from '#contract/next-attempt.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { NextAttempt } from '#core/attempts/next-attempt.ts'
import type { Counting } from '#core/grading/counted-attempt.ts'
import { bandMessages, getScoreBand } from '#core/grading/percentage.ts'
import { site } from '#site'
import type { Email } from './email.ts'
import { composeGreeting, type EmailWords, toHeaderText } from './email-layout.ts'

type ResultEmail = Extract<Email, { readonly percentage: number }>

/** The score, which of several attempts counts, and what the student may do now. */
export function composeResultEmail(
  email: ResultEmail,
  toUrl: (path: string) => string,
): EmailWords {
  const title = toHeaderText(email.title)
  const path = pagePaths.resultDetail.replace(':quizAttemptId', email.attemptId)
  const words =
    email.kind === 'corrected-result'
      ? describeCorrectedResult(title, email)
      : describeResult(title)
  return {
    subject: words.subject,
    preview: words.preview,
    heading: words.heading,
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      { paragraph: words.paragraph },
      ...(email.counting ? [{ paragraph: describeCounting(email.counting) }] : []),
      {
        facts: [
          ['Test', title],
          ['Score', `${email.score} of ${email.total}`],
          ['Percentage', formatPercentage(email.percentage)],
        ],
      },
      {
        paragraph: `${bandMessages[getScoreBand(email.percentage)]} Open your result to see each question, your answer and the correct one.`,
      },
      { label: 'See your answers', link: toUrl(path) },
      { paragraph: describeWhatNow(email.next ?? null) },
    ],
  }
}

/** Whether the student can take the test again, and whom to ask. */
export function describeWhatNow(next: NextAttempt | null): string {
  const left = describeNextAttempt(next, (at) => `${formatInstant(at)} (${formatTimeZone(at)})`)
  return `${left} ${describeWhenToAsk(next)} ${site.phone} or write to ${site.email}.`
}

/** Which of several attempts counts, and which one the email is about. */
function describeCounting({ rule, attempts, isCounted, average }: Counting): string {
  const taken = `You have taken this test ${attempts} times`
  if (average !== undefined) {
    return `${taken}, and the average of them counts: ${formatPercentage(average)}. This is the result of one of them.`
  }
  const counts = rule === 'best' ? 'your best attempt counts' : 'your last attempt counts'
  return `${taken}, and ${counts}. This is ${isCounted ? 'its result' : 'the result of another one'}.`
}

function describeResult(title: string) {
  return {
    subject: `Your result: ${title}`,
    preview: `Your result for ${title} is ready.`,
    heading: 'Your result is ready',
    paragraph: 'Here is how you did.',
  }
}

function describeCorrectedResult(
  title: string,
  { before, score, total, corrected = [] }: ResultEmail,
) {
  return {
    subject: `Your corrected result: ${title}`,
    preview: `Your result for ${title} has changed.`,
    heading: 'Your result was corrected',
    paragraph: [
      describeCorrected(corrected),
      ...(before === undefined ? [] : [`${before} of ${total} is now ${score} of ${total}.`]),
      'This result replaces the one we sent you before.',
    ].join(' '),
  }
}

/** Without a number where something else than a key has changed the score. */
function describeCorrected(numbers: readonly number[]): string {
  if (numbers.length === 0) return 'What counts in this test was corrected.'
  const [subject, were] = numbers.length === 1 ? ['Question', 'was'] : ['Questions', 'were']
  return `${subject} ${numbers.join(', ')} of your paper ${were} corrected.`
}
