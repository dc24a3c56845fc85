import type { Attack } from '../attack.ts'
import { encodeJsonRequest, flood } from '../sockets.ts'

/** Half of the addresses are the class's own, the others exist nowhere. */
export const forgotPassword: Attack = {
  summary: '100 forgotten passwords a second, half of them the class’s',
  async prepare(target) {
    const { emails, random } = target
    const next = () => {
      const known = emails[Math.floor(random() * emails.length)]
      const email =
        random() < 0.5 && known ? known : `${random().toString(36).slice(2)}@example.com`
      return encodeJsonRequest('/api/auth/forgotPassword', { email })
    }
    return (tally, signal) =>
      flood(target, { connections: 20, perSecond: 100, next }, { tally, signal })
  },
}
