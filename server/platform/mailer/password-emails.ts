import { formatInstant, formatTimeZone } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { oneTimePasswordLifetimeMs } from '#core/accounts/password.ts'
import { site } from '#site'
import type { Email } from './email.ts'
import { composeGreeting, type EmailWords } from './email-layout.ts'

type PasswordEmail = Extract<Email, { readonly password: string }>
type ToUrl = (path: string) => string

const validHours = oneTimePasswordLifetimeMs / (60 * 60 * 1000)

/** Brings a one-time password, for whichever reason. */
export function composePasswordEmail(email: PasswordEmail, toUrl: ToUrl): EmailWords {
  switch (email.kind) {
    case 'one-time-password':
      return composeWelcome(email, toUrl)
    case 'forgotten-password':
      return composeForgottenPassword(email, toUrl)
    case 'login-details':
      return composeLoginDetails(email, toUrl)
    case 'staff-invitation':
      return composeInvitation(email, toUrl)
    case 'student-added':
      return composeStudentAdded(email, toUrl)
  }
}

function composeWelcome(email: PasswordEmail, toUrl: ToUrl): EmailWords {
  return {
    subject: `Welcome to ${site.product}: your one-time password`,
    preview: 'Log in with it, then choose a password of your own.',
    heading: `Welcome to ${site.product}`,
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      {
        paragraph:
          'Thank you for registering. Your account is ready. Log in with this password, then choose your own.',
      },
      ...buildAccessBlocks(email, toUrl),
      {
        label: 'What happens next',
        steps: [
          'Log in with your email address and the one-time password.',
          'Choose a password of your own. The one-time password then stops working.',
          'Tests that are open to you are listed on your panel. We write to you when a result is ready.',
        ],
      },
      {
        paragraph:
          'If the time has run out, or you forget your password later, “Forgot password?” on the login page sends you a new one.',
      },
      { paragraph: helpText },
    ],
    because: `You receive this email because someone registered at ${site.product} with this address. If it was not you, do nothing: the password stops working by itself.`,
  }
}

function composeLoginDetails(email: PasswordEmail, toUrl: ToUrl): EmailWords {
  return {
    subject: `Your login details for ${site.product}`,
    preview: 'A new one-time password. Log in with it, then choose your own.',
    heading: 'Your login details',
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      {
        paragraph: 'Here is a new one-time password for your account. It replaces any earlier one.',
      },
      ...buildAccessBlocks(email, toUrl),
      {
        paragraph:
          'After you log in, choose a password of your own. If you have one already, it works until you use this one.',
      },
      { paragraph: helpText },
    ],
  }
}

function composeInvitation(email: PasswordEmail, toUrl: ToUrl): EmailWords {
  return {
    subject: `You are invited to work at ${site.product}`,
    preview: 'Log in with a one-time password, then choose your own.',
    heading: `Welcome to the staff of ${site.product}`,
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      {
        paragraph:
          'An account has been made for you. Log in with this password, then choose your own.',
      },
      ...buildAccessBlocks(email, toUrl),
      {
        paragraph:
          'After you log in, choose a password of your own. If the time has run out, “Forgot password?” on the login page sends you a new one.',
      },
      { paragraph: helpText },
    ],
    because: `You receive this email because somebody at ${site.product} gave this address. If you do not know why, do nothing: the password stops working by itself.`,
  }
}

function composeStudentAdded(email: PasswordEmail, toUrl: ToUrl): EmailWords {
  return {
    subject: `Your account at ${site.product}`,
    preview: 'Log in with a one-time password, then choose your own.',
    heading: `Welcome to ${site.product}`,
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      {
        paragraph:
          'The institute has made an account for you. Log in with this password, then choose your own.',
      },
      ...buildAccessBlocks(email, toUrl),
      {
        label: 'What happens next',
        steps: [
          'Log in with your email address and the one-time password.',
          'Choose a password of your own. The one-time password then stops working.',
          'Complete your registration: we ask once for what we do not know yet, and for your agreement to the terms.',
        ],
      },
      {
        paragraph:
          'If the time has run out, “Forgot password?” on the login page sends you a new one.',
      },
      { paragraph: helpText },
    ],
    because: `You receive this email because ${site.product} made an account for a student with this address. If you do not know why, do nothing: the password stops working by itself.`,
  }
}

function composeForgottenPassword(email: PasswordEmail, toUrl: ToUrl): EmailWords {
  return {
    subject: `A one-time password for ${site.product}`,
    preview: 'Log in with it, then choose a new password.',
    heading: 'Choose a new password',
    blocks: [
      { paragraph: composeGreeting(email.to.name) },
      {
        paragraph:
          'You asked for a new password. Log in with this one-time password, then choose another.',
      },
      ...buildAccessBlocks(email, toUrl),
      {
        paragraph:
          'If it was not you, do nothing: your own password goes on working, and this one stops by itself.',
      },
      { paragraph: helpText },
    ],
  }
}

const helpText = `Has the time run out, or did something not work? Write to ${site.email} or call ${site.phone}, and we send you a new password.`

function buildAccessBlocks({ to, role, password, expiresAt }: PasswordEmail, toUrl: ToUrl) {
  const until = `${formatInstant(expiresAt)} (${formatTimeZone(expiresAt)})`
  return [
    { facts: [['Email', to.address]] },
    { label: 'One-time password', secret: password },
    { paragraph: `It works for ${validHours} hours, until ${until}.` },
    {
      label: 'Log in',
      link: toUrl(role === 'admin' ? pagePaths.adminLogin : pagePaths.studentLogin),
    },
  ] as const
}
