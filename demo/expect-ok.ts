import { adminLogin, studentLogin } from '#contract/accounts.ts'
import type { InProcessClient, Reply } from '#server/http/in-process-client.ts'
import { demoPassword } from './logins.ts'
import type { Scenario } from './scenario.ts'

/** What the product refuses is a fault of the demo's story, and ends it. */
export async function expectOk<T>(reply: Promise<Reply<T>>): Promise<Reply<T>['json']> {
  const { status, json, text } = await reply
  if (status >= 300) throw new Error(`The product does not play along: ${status} ${text}`)
  return json
}

export async function logIn(
  { app }: Scenario,
  role: 'student' | 'admin',
  email: string,
): Promise<InProcessClient> {
  const client = app.createClient()
  const endpoint = role === 'admin' ? adminLogin : studentLogin
  await expectOk(client.request(endpoint, { body: { email, password: demoPassword } }))
  return client
}
