import { adminLogin, studentLogin } from '#contract/accounts.ts'
import type { Reply, TestClient } from '#test/test-app.ts'
import { demoPassword } from './logins.ts'
import type { Story } from './story.ts'

/** What the product refuses is a fault of the demo's story, and ends it. */
export async function good<T>(asked: Promise<Reply<T>>): Promise<Reply<T>['json']> {
  const { status, json, text } = await asked
  if (status >= 300) throw new Error(`The product does not play along: ${status} ${text}`)
  return json
}

export async function logIn(
  { academy }: Story,
  role: 'student' | 'admin',
  email: string,
): Promise<TestClient> {
  const guest = academy.guest()
  const endpoint = role === 'admin' ? adminLogin : studentLogin
  await good(guest.request(endpoint, { body: { email, password: demoPassword } }))
  return guest
}
