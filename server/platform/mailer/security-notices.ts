import { formatInstant, formatTimeZone } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import type { Email } from './email.ts'
import { composeGreeting, type EmailWords, toHeaderText } from './email-layout.ts'

type SecurityNoticeEmail = Extract<
  Email,
  { readonly kind: 'second-factor' | 'password-changed' | 'email-changed' | 'new-place' }
>

const contactAdvice = `Also write to ${site.email} or call ${site.phone}, so that we can help.`

/** Tells the owner of an account what was done with it; opens nothing and holds no secret. */
export function composeSecurityNotice(
  email: SecurityNoticeEmail,
  toUrl: (path: string) => string,
): EmailWords {
  switch (email.kind) {
    case 'password-changed':
      return composePasswordChanged(email, toUrl)
    case 'email-changed':
      return composeEmailChanged(email)
    case 'new-place':
      return composeNewPlace(email, toUrl)
    case 'second-factor':
      return composeSecondFactorChanged(email, toUrl)
  }
}

function composePasswordChanged(
  email: Extract<SecurityNoticeEmail, { kind: 'password-changed' }>,
  toUrl: (path: string) => string,
): EmailWords {
  const { adminForgotPassword, studentForgotPassword } = pagePaths
  const path = email.role === 'admin' ? adminForgotPassword : studentForgotPassword
  return {
    subject: `Your password for ${site.product} was changed`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      { paragraph: 'A new password was set for your account. All other sessions have ended.' },
      { facts: [toTimeFact(email.at), ...toPlaceFacts(email)] },
      { paragraph: 'If it was you, there is nothing to do.' },
      {
        paragraph: `If it was not you, ask for a one-time password and set another one at once. ${contactAdvice}`,
      },
      { label: 'Ask for a one-time password', link: toUrl(path) },
    ],
  }
}

function composeEmailChanged(
  email: Extract<SecurityNoticeEmail, { kind: 'email-changed' }>,
): EmailWords {
  return {
    subject: `Your email address at ${site.product} was changed`,
    preview: 'Emails no longer come to this address.',
    heading: 'Your email address was changed',
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      {
        paragraph:
          'The institute gave your account another email address. From now on emails go there, and you log in with it. This is the last email to this address.',
      },
      { facts: [toTimeFact(email.at)] },
      {
        paragraph: `If you did not ask for this, write to ${site.email} or call ${site.phone} at once.`,
      },
    ],
    because: `You receive this email because this address had an account at ${site.product}.`,
  }
}

function composeNewPlace(
  email: Extract<SecurityNoticeEmail, { kind: 'new-place' }>,
  toUrl: (path: string) => string,
): EmailWords {
  return {
    subject: `A new login to your account at ${site.product}`,
    preview: 'From a browser and a network where you had not logged in before.',
    heading: 'A login from a new place',
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      {
        paragraph:
          'Somebody logged in to your account from a browser and a network where you had not logged in before.',
      },
      { facts: [toTimeFact(email.at), ...toPlaceFacts(email)] },
      { paragraph: 'If it was you, there is nothing to do.' },
      {
        paragraph: `If it was not you, log in, end that session and change your password. ${contactAdvice}`,
      },
      { label: 'See where you are logged in', link: toUrl(pagePaths.adminSessions) },
    ],
  }
}

const changeDescriptions = {
  'app-on': 'An authenticator app was turned on.',
  'app-off': 'The authenticator app was turned off.',
  'passkey-on': 'A passkey was added.',
  'passkey-off': 'A passkey was removed.',
  'new-codes': 'New recovery codes were made. The old ones no longer work.',
  reset:
    'Your second factor was reset: the app, all passkeys and all recovery codes were removed, and every session has ended. Your password alone opens your account now, until you set up another.',
} as const

function composeSecondFactorChanged(
  email: Extract<SecurityNoticeEmail, { kind: 'second-factor' }>,
  toUrl: (path: string) => string,
): EmailWords {
  return {
    subject: `Your second factor for ${site.product} was changed`,
    preview: changeDescriptions[email.change],
    heading: 'Your second factor was changed',
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      { paragraph: changeDescriptions[email.change] },
      { facts: [toTimeFact(email.at)] },
      { paragraph: 'If it was you, there is nothing to do.' },
      { paragraph: `If it was not you, change your password. ${contactAdvice}` },
      { label: 'Open your second factor', link: toUrl(pagePaths.secondFactor) },
    ],
  }
}

function toTimeFact(at: number) {
  return ['Time', `${formatInstant(at)} (${formatTimeZone(at)})`] as const
}

function toPlaceFacts({ device, address }: { device: string; address: string }) {
  return [
    ['Device', toHeaderText(device)],
    ['Network address', toHeaderText(address)],
  ] as const
}
