import { createHostilePictures } from '../../hostile-pictures.ts'
import { createRegistrationFields, encodeForm } from '../../registration-form.ts'
import type { Attack } from '../attack.ts'
import { encodeRequest, flood } from '../sockets.ts'
import { emailPlaceholder, withUniqueEmail } from '../with-unique-email.ts'

/** Whole registrations whose pictures cost more to look at than they are worth. */
export const hostilePictures: Attack = {
  summary: 'registrations with bombs, 430,000 empty chunks, slivers and cut pictures',
  async prepare(target) {
    const calls: Buffer[] = []
    for (const aadharFront of Object.values(await createHostilePictures())) {
      const { type, body } = await encodeForm(createRegistrationFields(emailPlaceholder), {
        aadharFront,
      })
      calls.push(encodeRequest({ path: '/api/students/register', type, body }))
    }
    let sent = 0
    const next = () => withUniqueEmail(calls[sent++ % calls.length] as Buffer, target.random)
    return (tally, signal) =>
      flood(target, { connections: 6, perSecond: 40, next }, { tally, signal })
  },
}
