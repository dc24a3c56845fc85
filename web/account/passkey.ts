import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type {
  addPasskey,
  createLoginPasskeyChallenge,
  reauthenticate,
} from '#contract/second-factor.ts'

type Options = ReplyOf<typeof createLoginPasskeyChallenge>
type Assertion = NonNullable<BodyOf<typeof reauthenticate>['passkey']>
type NewPasskey = BodyOf<typeof addPasskey>['passkey']

/** Sends only the fields that the contract lists; browsers add others. */
export async function signWithPasskey(options: Options): Promise<Assertion> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, response } = await startAuthentication({ optionsJSON })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}

export async function createPasskey(options: Options): Promise<NewPasskey> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  }
}

/** The message for a refusal by the browser or the device; null for any other error. */
export function describePasskeyError(error: unknown): string | null {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey for your account already.'
  const isBrowserError = error instanceof WebAuthnError || error instanceof DOMException
  const isDeclined = error instanceof Error && error.name === 'NotAllowedError'
  if (isDeclined) return 'The passkey was not used. Try again, or use another way.'
  return isBrowserError ? 'This browser could not use a passkey here.' : null
}
