import { formatInstant, formatPercentage, formatTimeZone } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
import { oneTimePasswordLifetimeMs } from '#core/accounts/password.ts'
import { bandMessages, getScoreBand } from '#core/grading/grade.ts'
import { site } from '#site'
import type { Email, Person } from '../deps.ts'
import { htmlOf, type Page, textOf } from './layout.ts'
import { greeting, plainWords } from './plain-words.ts'
import { toWarning, type WarningLetter } from './warnings.ts'

export type WrittenLetter = {
  readonly to: Person
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Whom an answer goes to, where that is not us. */
  readonly replyTo?: Person | undefined
}

type PasswordLetter = Extract<Email, { readonly password: string }>
type ResultLetter = Extract<Email, { readonly kind: 'result' | 'corrected-result' }>
type RegistrationLetter = Extract<Email, { readonly kind: 'registration' }>
type EnquiryLetter = Extract<Email, { readonly kind: 'enquiry' }>
type TestLetter = Extract<Email, { readonly kind: 'test' }>
type Draft = Page & {
  readonly to: Person
  readonly subject: string
  readonly replyTo?: Person
}

/** Words only: the same letter gives the same text, whoever sends it and when. */
export function writeLetter(letter: Email, publicUrl: string): WrittenLetter {
  const draft = draftOf(letter, (path) => new URL(path, publicUrl).href)
  return {
    to: { name: plainWords(draft.to.name, 100), address: draft.to.address },
    subject: plainWords(draft.subject),
    text: textOf(draft),
    html: htmlOf(draft),
    replyTo: draft.replyTo,
  }
}

type UrlOf = (path: string) => string

function draftOf(letter: Email, urlOf: UrlOf): Draft {
  switch (letter.kind) {
    case 'one-time-password':
      return welcome(letter, urlOf)
    case 'forgotten-password':
      return forgotten(letter, urlOf)
    case 'login-details':
      return loginDetails(letter, urlOf)
    case 'result':
    case 'corrected-result':
      return result(letter, urlOf)
    case 'second-factor':
    case 'password-changed':
    case 'email-changed':
    case 'new-place':
      return warning(letter, urlOf)
    case 'registration':
      return registration(letter, urlOf)
    case 'enquiry':
      return enquiry(letter, urlOf)
    case 'test':
      return test(letter, urlOf)
  }
}

const hours = oneTimePasswordLifetimeMs / (60 * 60 * 1000)
const becauseOfAccount = `You get this letter because this address has an account at ${site.product}.`

function welcome(letter: PasswordLetter, urlOf: UrlOf): Draft {
  return {
    to: letter.to,
    subject: `Welcome to ${site.product}: your one-time password`,
    preview: 'Log in with it once, then choose a password of your own.',
    heading: `Welcome to ${site.product}`,
    blocks: [
      { says: greeting(letter.to.name) },
      {
        says: 'Thank you for registering. Your account is ready, and this password opens it once.',
      },
      ...access(letter, urlOf),
      {
        label: 'What happens next',
        steps: [
          'Log in with your email address and the one-time password.',
          'Choose a password of your own. The one-time password then stops working.',
          'Tests that are open to you are listed on your panel. We write to you when a result is ready.',
        ],
      },
      { says: help },
    ],
    because: `You get this letter because someone registered at ${site.product} with this address. If it was not you, do nothing: the password stops working by itself.`,
  }
}

function loginDetails(letter: PasswordLetter, urlOf: UrlOf): Draft {
  return {
    to: letter.to,
    subject: `Your login details for ${site.product}`,
    preview: 'A new one-time password. Log in with it once, then choose your own.',
    heading: 'Your login details',
    blocks: [
      { says: greeting(letter.to.name) },
      { says: 'Here is a new one-time password for your account. It replaces any earlier one.' },
      ...access(letter, urlOf),
      {
        says: 'After you log in, choose a password of your own. If you have one already, it works until you use this one.',
      },
      { says: help },
    ],
    because: becauseOfAccount,
  }
}

function forgotten(letter: PasswordLetter, urlOf: UrlOf): Draft {
  return {
    to: letter.to,
    subject: `A one-time password for ${site.product}`,
    preview: 'Log in with it once, then choose a new password.',
    heading: 'Choose a new password',
    blocks: [
      { says: greeting(letter.to.name) },
      { says: 'You asked for a new password. This one-time password opens your account once.' },
      ...access(letter, urlOf),
      {
        says: 'If it was not you, do nothing: your own password goes on working, and this one stops by itself.',
      },
      { says: help },
    ],
    because: becauseOfAccount,
  }
}

const help = `Has the time run out, or did something not work? Write to ${site.email} or call ${site.phone}, and we send you a new password.`

function access({ to, role, password, expiresAt }: PasswordLetter, urlOf: UrlOf) {
  const until = `${formatInstant(expiresAt)} (${formatTimeZone(expiresAt)})`
  return [
    { facts: [['Email', to.address]] },
    { label: 'One-time password', secret: password },
    { says: `It works for ${hours} hours, until ${until}.` },
    {
      label: 'Log in',
      link: urlOf(role === 'admin' ? pagePaths.adminLogin : pagePaths.studentLogin),
    },
  ] as const
}

function result(letter: ResultLetter, urlOf: UrlOf): Draft {
  const title = plainWords(letter.title)
  const path = pagePaths.resultDetail.replace(':quizAttemptId', letter.attemptId)
  const words = letter.kind === 'result' ? firstResult(title) : correctedResult(title)
  return {
    to: letter.to,
    subject: words.subject,
    preview: words.preview,
    heading: words.heading,
    blocks: [
      { says: greeting(letter.to.name) },
      { says: words.says },
      {
        facts: [
          ['Test', title],
          ['Score', `${letter.score} of ${letter.total}`],
          ['Percentage', formatPercentage(letter.percentage)],
        ],
      },
      {
        says: `${bandMessages[getScoreBand(letter.percentage)]} Open your result to see each question, your answer and the correct one.`,
      },
      { label: 'See your answers', link: urlOf(path) },
    ],
    because: becauseOfAccount,
  }
}

function warning(letter: WarningLetter, urlOf: UrlOf): Draft {
  return { to: letter.to, because: becauseOfAccount, ...toWarning(letter, urlOf) }
}

function firstResult(title: string) {
  return {
    subject: `Your result: ${title}`,
    preview: `Your result for ${title} is ready.`,
    heading: 'Your result is ready',
    says: 'Here is how you did.',
  }
}

function correctedResult(title: string) {
  return {
    subject: `Your corrected result: ${title}`,
    preview: `Your result for ${title} has changed.`,
    heading: 'Your result was corrected',
    says: 'An answer in this test was marked wrongly, and we have put that right. This result takes the place of the one we sent you before.',
  }
}

function registration(letter: RegistrationLetter, urlOf: UrlOf): Draft {
  const name = plainWords(letter.studentName)
  const course = plainWords(labelOf(courseLabels, letter.course))
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
      { label: 'See the student', link: urlOf(pagePaths.student.replace(':id', letter.studentId)) },
    ],
    because: 'You get this letter because a student registered on the website.',
  }
}

function enquiry(letter: EnquiryLetter, urlOf: UrlOf): Draft {
  const name = plainWords(letter.name)
  return {
    to: { name: site.product, address: site.email },
    replyTo: { name, address: letter.email },
    subject: `New enquiry: ${name}`,
    preview: `${name} asks about ${letter.course}.`,
    heading: 'New enquiry',
    blocks: [
      {
        facts: [
          ['Name', name],
          ['Email', letter.email],
          ['Contact', plainWords(letter.contact)],
          ['Course', letter.course],
        ],
      },
      { label: 'See all enquiries', link: urlOf(pagePaths.enquiries) },
    ],
    because: 'You get this letter because a visitor sent an enquiry on the website.',
  }
}

function test({ to, askedBy }: TestLetter, urlOf: UrlOf): Draft {
  return {
    to,
    subject: `Test mail from ${site.product}`,
    preview: 'Mail from the website arrives.',
    heading: 'Mail arrives',
    blocks: [
      {
        says: 'This is a test. If you can read it, letters from the website reach this address.',
      },
      { label: 'Open the mail page', link: urlOf(pagePaths.mail) },
    ],
    because: `You get this letter because ${plainWords(askedBy)} sent a test mail to this address.`,
  }
}
