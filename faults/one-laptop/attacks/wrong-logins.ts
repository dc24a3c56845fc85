import type { Attack } from '../attack.ts'
import { encodeJsonRequest, flood } from '../sockets.ts'

/** Guesses at the class's own accounts, and some at the admin's. */
export const wrongLogins: Attack = {
  summary: '150 guesses a second at the accounts of the class',
  async prepare(target) {
    const { emails, random } = target
    const next = () => {
      const email = emails[Math.floor(random() * emails.length)] ?? 'admin@example.com'
      const password = `guess ${random().toString(36).slice(2)}`
      const isAdmin = random() < 0.1
      return isAdmin
        ? encodeJsonRequest('/api/auth/admin', { email: 'admin@example.com', password })
        : encodeJsonRequest('/api/auth/studentLogin', { email, password })
    }
    return (tally, signal) =>
      flood(target, { connections: 30, perSecond: 150, next }, { tally, signal })
  },
}
