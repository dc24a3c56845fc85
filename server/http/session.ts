import type { Permission } from '#core/accounts/permissions.ts'

/** The account that is logged in. */
export type User = {
  readonly id: string
  readonly role: 'admin' | 'student'
  /** Permissions of a member of staff; a student has none. */
  readonly permissions: readonly Permission[]
  readonly name: string
  readonly email: string
  readonly mustChangePassword: boolean
  readonly mustCompleteRegistration: boolean
  readonly mustSetUpSecondFactor: boolean
}

/**
 * The person behind an action and their network address: an account or, without an id, a visitor or
 * the server.
 */
export type Actor = { readonly id: string | null; readonly email: string; readonly address: string }

export type Session = {
  readonly id: string
  readonly tokenHash: string
  readonly xsrfToken: string
  /** When its owner last proved who they are: at login, or when asked again. */
  readonly authenticatedAt: number
  readonly isOwnDevice: boolean
  readonly user: User
}

export type SessionUse = {
  /** An action of a person, as opposed to a screen that polls. */
  readonly isDeliberate: boolean
  /** The page asks by itself, whether or not anybody sits there. */
  readonly isPolled?: boolean
}

/** Provided by the accounts slice; `app.ts` hands it over. */
export type LoadSession = (token: string, use: SessionUse) => Promise<Session | null>

/** The values of the browser's two cookies. */
export type SessionTokens = {
  readonly token: string
  readonly xsrfToken: string
  /** The browser may keep them after it is closed. */
  readonly isOwnDevice: boolean
}
