import { adminLogin } from '#contract/accounts.ts'
import { checkToken, logout } from '#contract/current-session.ts'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { logInWithSecondFactor, reauthenticate } from '#contract/second-factor.ts'
import type { Permission } from '#core/accounts/permissions.ts'
import { createClient, type EndpointOptions, type Reply } from '#simulated-class/http-client.ts'
import { isPassing, retry } from '#simulated-class/retry.ts'

/** The owner who rehearses. */
export type Staff = {
  /** @throws with a sentence if the server refuses */
  ask<E extends Endpoint>(endpoint: E, options?: EndpointOptions<E>): Promise<ReplyOf<E>>
  /** Keeps the session, and lets it erase for another 15 minutes. */
  proveAgain(): Promise<void>
  /** How long the server takes to say that it is there; null if it did not. */
  ping(): Promise<number | null>
  logOut(): Promise<void>
}

type StaffOptions = {
  readonly url: URL
  readonly email: string
  readonly password: string
  /** Asks for the code of the authenticator app. */
  readonly askCode: () => Promise<string>
}

const needed: readonly Permission[] = [
  'exams.edit',
  'windows.edit',
  'attempts.read',
  'attempts.adjust',
  'students.import',
  'students.delete',
  'records.erase',
]

const maxTries = 6
/** As a browser on a slow network. */
export const connectionOptions = { maxSockets: 2, timeoutMs: 30_000 } as const

/** A call that the server has refused for good. */
export class RefusedCall extends Error {
  readonly code: string

  constructor(endpoint: Endpoint, { status, json }: Reply<unknown>) {
    const reason = status === 0 ? 'no answer came' : `${status} ${json.message ?? ''}`.trim()
    const fields = Object.values(json.fields ?? {}).slice(0, 3)
    super(`${endpoint.method} ${endpoint.path}: ${[reason, ...fields].join(' ')}`)
    this.code = json.code ?? ''
  }
}

/** @throws with a sentence that says what to mend */
export async function logInAsOwner({
  url,
  email,
  password,
  askCode,
}: StaffOptions): Promise<Staff> {
  const client = createClient(url, connectionOptions)

  /** Again while the server is busy or cannot be reached. */
  function send<E extends Endpoint>(endpoint: E, options?: EndpointOptions<E>) {
    return retry(() => client.request(endpoint, options), { maxTries, canRetry: isPassing })
  }

  async function must<E extends Endpoint>(endpoint: E, options?: EndpointOptions<E>) {
    const reply = await send(endpoint, options)
    if (reply.status >= 200 && reply.status < 300) return reply.json
    throw new RefusedCall(endpoint, reply)
  }

  async function logIn() {
    const reply = await must(adminLogin, { body: { email, password } })
    if (!('secondFactor' in reply)) return
    if (!reply.secondFactor.includes('totp'))
      throw new Error(
        'The second factor of this account is a passkey, which a terminal cannot use. Add an authenticator app, or take another owner.',
      )
    await must(logInWithSecondFactor, { body: { code: await askCode() } })
  }

  async function proveAgain() {
    const { status } = await send(reauthenticate, { body: { password } })
    if (status === 401) await logIn()
  }

  async function ping() {
    const before = performance.now()
    const { status } = await client.send('GET', '/healthz')
    return status === 200 ? performance.now() - before : null
  }

  if ((await ping()) === null) throw new Error(`No server answers at ${url.origin}.`)
  await logIn()
  const session = await must(checkToken)
  const missing = needed.filter((permission) => !session.permissions.includes(permission))
  if (session.firstTimeSignin)
    throw new Error('Set a password of your own first: log in with a browser.')
  if (session.mustSetUpSecondFactor)
    throw new Error('Set up a second factor first: log in with a browser.')
  if (missing.length > 0)
    throw new Error('A rehearsal makes and erases students and a test, which only an owner may.')

  return {
    async ask(endpoint, options) {
      const reply = await send(endpoint, options)
      const { code } = reply.json
      if (code !== 'reauthentication-required' && code !== 'not-signed-in') {
        if (reply.status >= 200 && reply.status < 300) return reply.json
        throw new RefusedCall(endpoint, reply)
      }
      await proveAgain()
      return must(endpoint, options)
    },
    proveAgain,
    ping,
    async logOut() {
      await client.request(logout)
      client.close()
    },
  }
}
