import { createRegistrationFields, encodeForm } from '../../registration-form.ts'
import type { Attack } from '../attack.ts'
import { encodeRequest, flood } from '../sockets.ts'
import { emailPlaceholder, withUniqueEmail } from '../with-unique-email.ts'

/** Each is complete and sound, with an address of its own, and its long fields are full. */
export const registrationFlood: Attack = {
  summary: '150 sound registrations a second',
  async prepare(target) {
    const long = 'Flat 12, Sai Residency, Kothrud, Pune 411038. '.repeat(10)
    const fields = { ...createRegistrationFields(emailPlaceholder), laddress: long, paddress: long }
    const { type, body } = await encodeForm(fields)
    const call = encodeRequest({ path: '/api/students/register', type, body })
    const next = () => withUniqueEmail(call, target.random)
    return (tally, signal) =>
      flood(target, { connections: 30, perSecond: 150, next }, { tally, signal })
  },
}
