import { setTimeout as sleep } from 'node:timers/promises'
import { adminLogin } from '#contract/accounts.ts'
import { checkToken, logout } from '#contract/current-session.ts'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { logInWithSecondFactor, reauthenticate } from '#contract/second-factor.ts'
import type { Permission } from '#core/accounts/permissions.ts'
import { getCallRetryMs } from '#core/retry/backoff.ts'
import { createClient, type Reply, type RequestOptions } from './http-client.ts'

/** The owner who rehearses. */
export type Staff = {
  /** @throws with a sentence if the server refuses */
  ask<E extends Endpoint>(endpoint: E, options?: RequestOptions<E>): Promise<ReplyOf<E>>
  /** Keeps the session, and lets it erase for another 15 minutes. */
  proveAgain(): Promise<void>
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
  const client = createClient(url)

  /** Again while the server is busy or cannot be reached. */
  async function send<E extends Endpoint>(endpoint: E, options?: RequestOptions<E>) {
    for (let tries = 1; ; tries++) {
      const reply = await client.request(endpoint, options)
      if (!isPassing(reply.status) || tries === maxTries) return reply
      await sleep(getCallRetryMs(tries, Math.random(), reply.retryAfterMs))
    }
  }

  async function must<E extends Endpoint>(endpoint: E, options?: RequestOptions<E>) {
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

  if ((await client.ping()) === null) throw new Error(`No server answers at ${url.origin}.`)
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
    ping: client.ping,
    async logOut() {
      await client.request(logout)
      client.close()
    },
  }
}

/** Worth another try: no answer, or one that says "later". */
export function isPassing(status: number): boolean {
  return [0, 429, 502, 503, 504].includes(status)
}
