import { formatInstant, formatTimeZone } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import type { Email } from '../deps.ts'
import type { Page } from './layout.ts'
import { greeting, plainWords } from './plain-words.ts'

export type WarningLetter = Extract<
  Email,
  { readonly kind: 'second-factor' | 'password-changed' | 'email-changed' | 'new-place' }
>
type Warning = Omit<Page, 'because'> & { readonly subject: string; readonly because?: string }

const andTellUs = `Also write to ${site.email} or call ${site.phone}, so that we can help.`

/** Tells the owner of an account what was done with it; opens nothing and holds no secret. */
export function toWarning(letter: WarningLetter, urlOf: (path: string) => string): Warning {
  switch (letter.kind) {
    case 'password-changed':
      return passwordChanged(letter, urlOf)
    case 'email-changed':
      return emailChanged(letter)
    case 'new-place':
      return newPlace(letter, urlOf)
    case 'second-factor':
      return secondFactor(letter, urlOf)
  }
}

function passwordChanged(
  letter: Extract<WarningLetter, { kind: 'password-changed' }>,
  urlOf: (path: string) => string,
): Warning {
  const { adminForgotPassword, studentForgotPassword } = pagePaths
  const path = letter.role === 'admin' ? adminForgotPassword : studentForgotPassword
  return {
    subject: `Your password for ${site.product} was changed`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    blocks: [
      { says: greeting(letter.to.name) },
      { says: 'A new password was set for your account. All other sessions have ended.' },
      { facts: [when(letter.at), ...where(letter)] },
      { says: 'If it was you, there is nothing to do.' },
      {
        says: `If it was not you, ask for a one-time password and set another one at once. ${andTellUs}`,
      },
      { label: 'Ask for a one-time password', link: urlOf(path) },
    ],
  }
}

function emailChanged(letter: Extract<WarningLetter, { kind: 'email-changed' }>): Warning {
  return {
    subject: `Your email address at ${site.product} was changed`,
    preview: 'Letters no longer come to this address.',
    heading: 'Your email address was changed',
    blocks: [
      { says: greeting(letter.to.name) },
      {
        says: 'The institute gave your account another email address. From now on letters go there, and you log in with it. This is the last letter to this address.',
      },
      { facts: [when(letter.at)] },
      {
        says: `If you did not ask for this, write to ${site.email} or call ${site.phone} at once.`,
      },
    ],
    because: `You get this letter because this address had an account at ${site.product}.`,
  }
}

function newPlace(
  letter: Extract<WarningLetter, { kind: 'new-place' }>,
  urlOf: (path: string) => string,
): Warning {
  return {
    subject: `A new login to your account at ${site.product}`,
    preview: 'From a browser and a network where you had not logged in before.',
    heading: 'A login from a new place',
    blocks: [
      { says: greeting(letter.to.name) },
      {
        says: 'Somebody logged in to your account from a browser and a network where you had not logged in before.',
      },
      { facts: [when(letter.at), ...where(letter)] },
      { says: 'If it was you, there is nothing to do.' },
      {
        says: `If it was not you, log in, end that session and change your password. ${andTellUs}`,
      },
      { label: 'See where you are logged in', link: urlOf(pagePaths.adminSessions) },
    ],
  }
}

const changes = {
  'app-on': 'An authenticator app was turned on.',
  'app-off': 'The authenticator app was turned off.',
  'passkey-on': 'A passkey was added.',
  'passkey-off': 'A passkey was removed.',
  'new-codes': 'New recovery codes were made. The old ones no longer work.',
  reset:
    'Your second factor was reset: the app, all passkeys and all recovery codes were removed, and every session has ended. Your password alone opens your account now, until you set up another.',
} as const

function secondFactor(
  letter: Extract<WarningLetter, { kind: 'second-factor' }>,
  urlOf: (path: string) => string,
): Warning {
  return {
    subject: `Your second factor for ${site.product} was changed`,
    preview: changes[letter.change],
    heading: 'Your second factor was changed',
    blocks: [
      { says: greeting(letter.to.name) },
      { says: changes[letter.change] },
      { facts: [when(letter.at)] },
      { says: 'If it was you, there is nothing to do.' },
      { says: `If it was not you, change your password. ${andTellUs}` },
      { label: 'Open your second factor', link: urlOf(pagePaths.secondFactor) },
    ],
  }
}

function when(at: number) {
  return ['Time', `${formatInstant(at)} (${formatTimeZone(at)})`] as const
}

function where({ device, address }: { device: string; address: string }) {
  return [
    ['Device', plainWords(device)],
    ['Network address', plainWords(address)],
  ] as const
}
