import { z } from 'zod'
import { maxPasswordLength } from '#core/accounts/password.ts'
import { endpoint } from './endpoint.ts'
import { Instant, Message } from './schemas.ts'

export const SecondFactorMethod = z.enum(['totp', 'passkey', 'recovery'])
export type SecondFactorMethod = z.output<typeof SecondFactorMethod>

const Base64Url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(20_000)

/** Six digits of an authenticator app, perhaps with a space in the middle. */
const Code = z.string().regex(/^\s*\d{3}\s?\d{3}\s*$/, 'Enter all six digits')

/** A browser's reply when a passkey signs. */
const PasskeyAssertion = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
})

/** A browser's reply when a passkey is created. */
const NewPasskey = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

/** The options for `navigator.credentials`, in WebAuthn's JSON form. */
const PasskeyOptions = z.looseObject({ challenge: z.string() })

const RecoveryCodes = z.array(z.string())
/** Shown only once; null if the account has recovery codes already. */
const RecoveryCodesReply = z.object({
  message: z.string(),
  recoveryCodes: RecoveryCodes.nullable(),
})

const hasOne = (proof: object) => Object.values(proof).filter(Boolean).length === 1
const exactlyOne = 'Send exactly one of them'

export const logInWithSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/secondFactor',
  access: 'visitor',
  summary: 'The second step of a login: a code of the app, a recovery code or a passkey.',
  body: z
    .strictObject({
      code: Code.optional(),
      recoveryCode: z.string().max(40).optional(),
      passkey: PasskeyAssertion.optional(),
    })
    .refine(hasOne, exactlyOne),
  isReplyChecked: true,
  reply: z.object({ message: z.string(), firstTimeSignin: z.boolean() }),
  refusals: ['no-login-cookie', 'log-in-again', 'wrong-code', 'account-disabled'],
})

export const createLoginPasskeyChallenge = endpoint({
  method: 'POST',
  path: '/api/auth/secondFactor/passkey',
  access: 'visitor',
  summary: 'A challenge for a passkey, in the second step of a login.',
  reply: PasskeyOptions,
  refusals: ['no-login-cookie', 'log-in-again', 'passkeys-not-here'],
})

export const Passkey = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: Instant,
  usedAt: Instant.nullable(),
})
export type Passkey = z.output<typeof Passkey>

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/auth/secondFactor',
  access: 'staff',
  isAllowedDuringSetUp: true,
  summary: 'One’s own second factor: what is on, and what the institute asks for.',
  reply: z.object({
    /** `off` in the demo: nobody can set one up. */
    requirement: z.enum(['offer', 'require', 'off']),
    /** When a required second factor is due; null if it is set up or not required. */
    dueAt: Instant.nullable(),
    showsNotice: z.boolean(),
    totpSince: Instant.nullable(),
    passkeys: z.array(Passkey),
    /** Passkeys need https and a fixed address of the site. */
    takesPasskeys: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
  refusals: [],
})

export const dismissNotice = endpoint({
  method: 'POST',
  path: '/api/auth/secondFactor/putAway',
  access: 'staff',
  summary: 'Puts the notice away that offers a second factor.',
  reply: Message,
  refusals: [],
})

const changeAccess = {
  access: 'staff',
  isAllowedDuringSetUp: true,
  needsRecentLogin: true,
} as const

export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp',
  ...changeAccess,
  summary: 'A new key for an authenticator app; it counts once a code of it was typed.',
  reply: z.object({ key: z.string(), uri: z.string() }),
  refusals: ['second-factor-off', 'totp-on'],
})

export const turnOnTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/turnOn',
  ...changeAccess,
  summary: 'Turns the authenticator app on, by a first code of it.',
  body: z.strictObject({ code: Code }),
  reply: RecoveryCodesReply,
  refusals: ['second-factor-off', 'totp-on', 'wrong-code'],
})

export const turnOffTotp = endpoint({
  method: 'DELETE',
  path: '/api/auth/totp',
  ...changeAccess,
  summary: 'Turns the authenticator app off.',
  reply: Message,
  refusals: ['last-second-factor'],
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/begin',
  ...changeAccess,
  summary: 'A challenge to make a passkey with.',
  reply: PasskeyOptions,
  refusals: ['second-factor-off', 'passkeys-not-here', 'too-many-passkeys'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  ...changeAccess,
  summary: 'Adds the passkey that was made.',
  body: z.strictObject({
    name: z.string().trim().min(1, 'Give it a name').max(60),
    passkey: NewPasskey,
  }),
  reply: RecoveryCodesReply,
  refusals: ['second-factor-off', 'passkeys-not-here', 'passkey-not-taken', 'too-many-passkeys'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys/:id',
  ...changeAccess,
  summary: 'Removes a passkey of one’s own.',
  params: z.object({ id: z.string().regex(/^[\w-]{1,200}$/, 'This is not an id') }),
  reply: Message,
  refusals: ['passkey-not-found', 'last-second-factor'],
})

export const regenerateRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/recoveryCodes',
  ...changeAccess,
  summary: 'Ten new recovery codes in place of the old ones; shown this once.',
  reply: z.object({ message: z.string(), recoveryCodes: RecoveryCodes }),
  refusals: ['no-second-factor'],
})

export const ReauthenticationMethod = z.enum(['password', 'totp', 'passkey'])
export type ReauthenticationMethod = z.output<typeof ReauthenticationMethod>

export const getReauthentication = endpoint({
  method: 'GET',
  path: '/api/auth/reauthenticate',
  access: 'staff',
  isAllowedDuringSetUp: true,
  summary: 'How one can prove again who one is.',
  reply: z.object({ methods: z.array(ReauthenticationMethod) }),
  refusals: [],
})

export const createReauthenticationPasskeyChallenge = endpoint({
  method: 'POST',
  path: '/api/auth/reauthenticate/passkey',
  access: 'staff',
  isAllowedDuringSetUp: true,
  summary: 'A challenge for a passkey, to prove again who one is.',
  reply: PasskeyOptions,
  refusals: ['passkeys-not-here'],
})

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/api/auth/reauthenticate',
  access: 'staff',
  isAllowedDuringSetUp: true,
  summary: 'Proves again who one is; good for 15 minutes.',
  body: z
    .strictObject({
      password: z.string().min(1, 'Enter your password').max(maxPasswordLength).optional(),
      code: Code.optional(),
      passkey: PasskeyAssertion.optional(),
    })
    .refine(hasOne, exactlyOne),
  isReplyChecked: true,
  reply: z.object({ message: z.string(), until: Instant }),
  refusals: ['wrong-own-password', 'wrong-code'],
})
