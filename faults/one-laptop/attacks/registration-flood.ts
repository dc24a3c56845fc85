import { encodeForm, fieldsOfPerson } from '../../registration-form.ts'
import type { Attack } from '../attack.ts'
import { emailPlaceholder, withOwnEmail } from '../own-email.ts'
import { encodeRequest, flood } from '../sockets.ts'

/** Each is complete and sound, with an address of its own, and its long fields are full. */
export const registrationFlood: Attack = {
  about: '150 sound registrations a second',
  async prepare(target) {
    const long = 'Flat 12, Sai Residency, Kothrud, Pune 411038. '.repeat(10)
    const fields = { ...fieldsOfPerson(emailPlaceholder), laddress: long, paddress: long }
    const { type, body } = await encodeForm(fields)
    const call = encodeRequest({ path: '/api/students/register', type, body })
    const next = () => withOwnEmail(call, target.random)
    return (tally, signal) =>
      flood(target, { connections: 30, perSecond: 150, next }, { tally, signal })
  },
}
