import { formatPercentage } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
import type { Counting } from '#core/grading/counted-attempt.ts'
import { bandMessages, getScoreBand } from '#core/grading/percentage.ts'
import { site } from '#site'
import type { Email, Person } from './email.ts'
import {
  composeGreeting,
  type EmailContent,
  renderHtml,
  renderText,
  toHeaderText,
  toTelHref,
} from './email-layout.ts'
import { composeMakeUpWindow } from './make-up-email.ts'
import { composePasswordEmail } from './password-emails.ts'
import { composeSecurityNotice } from './security-notices.ts'

export type RenderedEmail = {
  readonly to: Person
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Whom an answer goes to, where that is not us. */
  readonly replyTo?: Person | undefined
}

type ResultEmail = Extract<Email, { readonly attemptId: string }>
type RegistrationEmail = Extract<Email, { readonly kind: 'registration' }>
type EnquiryEmail = Extract<Email, { readonly kind: 'enquiry' }>
type EnquiryReceivedEmail = Extract<Email, { readonly kind: 'enquiry-received' }>
type TestEmail = Extract<Email, { readonly kind: 'test' }>
type EmailDraft = EmailContent & {
  readonly to: Person
  readonly subject: string
  readonly replyTo?: Person
}

/** Words only: the same email gives the same text, no matter who sends it or when. */
export function renderEmail(email: Email, publicUrl: string): RenderedEmail {
  const draft = composeDraft(email, publicUrl)
  return { ...renderHead(draft), text: renderText(draft), html: renderHtml(draft) }
}

/** What a list of emails shows, and the mail server has to know. */
export function renderEmailHead(email: Email, publicUrl: string) {
  return renderHead(composeDraft(email, publicUrl))
}

function composeDraft(email: Email, publicUrl: string): EmailDraft {
  return composeEmail(email, (path) => new URL(path, publicUrl).href)
}

function renderHead({ to, subject, replyTo }: EmailDraft) {
  const name = toHeaderText(to.name, 100)
  return { to: { name, address: to.address }, subject: toHeaderText(subject), replyTo }
}

type ToUrl = (path: string) => string

function composeEmail(email: Email, toUrl: ToUrl): EmailDraft {
  switch (email.kind) {
    case 'one-time-password':
    case 'staff-invitation':
    case 'student-added':
    case 'forgotten-password':
    case 'login-details':
      return { to: email.to, because: accountReason, ...composePasswordEmail(email, toUrl) }
    case 'result':
    case 'corrected-result':
    case 'repeated-result':
      return composeResult(email, toUrl)
    case 'make-up-window':
      return { to: email.to, because: accountReason, ...composeMakeUpWindow(email, toUrl) }
    case 'second-factor':
    case 'password-changed':
    case 'email-changed':
    case 'new-place':
      return { to: email.to, because: accountReason, ...composeSecurityNotice(email, toUrl) }
    case 'registration':
      return composeRegistration(email, toUrl)
    case 'enquiry':
      return composeEnquiry(email, toUrl)
    case 'enquiry-received':
      return composeEnquiryReceived(email, toUrl)
    case 'test':
      return composeTestEmail(email, toUrl)
  }
}

const accountReason = `You receive this email because this address has an account at ${site.product}.`

function composeResult(email: ResultEmail, toUrl: ToUrl): EmailDraft {
  const title = toHeaderText(email.title)
  const path = pagePaths.resultDetail.replace(':quizAttemptId', email.attemptId)
  const words =
    email.kind === 'corrected-result'
      ? describeCorrectedResult(title, email)
      : describeResult(title)
  return {
    to: email.to,
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
    ],
    because: accountReason,
  }
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

function composeRegistration(email: RegistrationEmail, toUrl: ToUrl): EmailDraft {
  const name = toHeaderText(email.studentName)
  const course = toHeaderText(labelOf(courseLabels, email.course))
  return {
    to: { name: site.product, address: site.email },
    subject: `New registration: ${name}`,
    preview: `${name} registered for ${course}.`,
    heading: 'New registration',
    blocks: [
      {
        facts: [
          ['Name', name],
          ['Course', course],
        ],
      },
      { label: 'See the student', link: toUrl(pagePaths.student.replace(':id', email.studentId)) },
    ],
    because: 'You receive this email because a student registered on the website.',
  }
}

function composeEnquiry(email: EnquiryEmail, toUrl: ToUrl): EmailDraft {
  const name = toHeaderText(email.name)
  return {
    to: { name: site.product, address: site.email },
    replyTo: { name, address: email.email },
    subject: `New enquiry: ${name}`,
    preview: `${name} asks about ${email.course}.`,
    heading: 'New enquiry',
    blocks: [
      {
        facts: [
          ['Name', name],
          ['Email', email.email, `mailto:${encodeURIComponent(email.email)}`],
          ['Contact', toHeaderText(email.contact), toTelHref(email.contact)],
          ['Course', email.course],
        ],
      },
      ...(email.message ? [{ label: 'Message', quote: email.message }] : []),
      { label: 'See all enquiries', link: toUrl(pagePaths.enquiries) },
    ],
    because: 'You receive this email because a visitor sent an enquiry on the website.',
  }
}

function composeEnquiryReceived({ to, course }: EnquiryReceivedEmail, toUrl: ToUrl): EmailDraft {
  return {
    to,
    replyTo: { name: site.product, address: site.email },
    subject: `Your enquiry to ${site.product}`,
    preview: 'It is with us. We will call or write to you.',
    heading: 'Your enquiry is with us',
    blocks: [
      { paragraph: composeGreeting(to.name) },
      {
        paragraph: `Thank you for asking about ${course}. We will call or write to you.`,
      },
      {
        paragraph: `Do you want to add something, or is it urgent? Answer this email, write to ${site.email} or call ${site.phone}.`,
      },
      { label: 'See the course', link: toUrl(pagePaths.course) },
    ],
    because:
      'You receive this email because somebody sent an enquiry on our website with this address. If it was not you, do nothing.',
  }
}

function composeTestEmail({ to, askedBy }: TestEmail, toUrl: ToUrl): EmailDraft {
  return {
    to,
    subject: `Test mail from ${site.product}`,
    preview: 'Mail from the website arrives.',
    heading: 'Mail arrives',
    blocks: [
      {
        paragraph:
          'This is a test. If you can read it, emails from the website reach this address.',
      },
      { label: 'Open the mail page', link: toUrl(pagePaths.mail) },
    ],
    because: `You receive this email because ${toHeaderText(askedBy)} sent a test mail to this address.`,
  }
}
