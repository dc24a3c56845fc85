import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
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
import { composeResultEmail } from './result-email.ts'
import { composeSecurityNotice } from './security-notices.ts'
import { composeVoidedResult } from './voided-email.ts'
import { composeWindowEmail } from './window-email.ts'

export type RenderedEmail = {
  readonly to: Person
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The address for answers, where that is not ours. */
  readonly replyTo?: Person | undefined
}

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

/** Renders the fields that a list of emails shows and the mail server needs. */
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
      return { to: email.to, because: accountReason, ...composeResultEmail(email, toUrl) }
    case 'voided-result':
      return { to: email.to, because: accountReason, ...composeVoidedResult(email, toUrl) }
    case 'make-up-window':
      return { to: email.to, because: accountReason, ...composeMakeUpWindow(email, toUrl) }
    case 'window-invitation':
    case 'window-update':
    case 'window-cancellation':
    case 'window-reminder':
      return { to: email.to, because: accountReason, ...composeWindowEmail(email, toUrl) }
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
