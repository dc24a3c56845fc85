import type { FastifyInstance } from 'fastify'
import { addAccount } from '#server/accounts/queries.ts'
import type { Deps } from '#server/deps.ts'
import { createInProcessClient, type InProcessClient } from '#server/http/in-process-client.ts'

export type TestClient = InProcessClient

export const adminPassword = 'a long admin password'
const adminLogin = { email: 'admin@example.com', password: adminPassword }

export async function createAdmin(app: FastifyInstance, deps: Deps): Promise<TestClient> {
  const { email } = adminLogin
  const passwordHash = await deps.passwords.hash(adminPassword)
  const account = {
    id: deps.newId(),
    role: 'admin',
    email,
    name: 'Asha Admin',
    passwordHash,
  } as const
  await deps.db.write((tx) => addAccount(tx, account, deps.now()))
  const client = createInProcessClient(app)
  const reply = await client.send('POST', '/api/auth/admin', { body: adminLogin })
  if (reply.status !== 200) throw new Error(`The admin could not log in: ${reply.text}`)
  return withReauthentication(client)
}

/** An admin who proves again who they are when asked, as the dialogs of the screens have it. */
export function withReauthentication(admin: TestClient): TestClient {
  const { send: call } = admin
  admin.send = async (...options) => {
    const reply = await call(...options)
    const isOver = reply.json.code === 'not-signed-in'
    if (!isOver && reply.json.code !== 'reauthentication-required') return reply
    const { status } = isOver
      ? await call('POST', '/api/auth/admin', { body: adminLogin })
      : await call('POST', '/api/auth/reauthenticate', { body: { password: adminPassword } })
    return status === 200 ? call(...options) : reply
  }
  return admin
}
