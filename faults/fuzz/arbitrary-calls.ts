import { connect } from 'node:net'
import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import { buildUrl } from '#server/http/in-process-client.ts'
import { createRegistrationFields } from '../browser.ts'
import { arbitraryFromSchema, oddJson, oddText, oddValue } from './arbitrary-from-schema.ts'
import type { FuzzTarget, Reply } from './fuzz-target.ts'
import { arbitraryMessages, type Message, type Part } from './multipart-message.ts'

/** A call as it is sent: the reply must not be a fault, and a refusal must have a message. */
export type FuzzCall = {
  readonly kind: 'json' | 'multipart' | 'cut off'
  send(): Promise<Reply>
}

/** Calls of one endpoint with odd paths and bodies, and with files if it accepts them. */
export function arbitraryCalls(endpoint: Endpoint, target: FuzzTarget): fc.Arbitrary<FuzzCall> {
  const json = arbitraryJsonCalls(endpoint, target)
  if (!endpoint.body) return json
  const forms = arbitraryFormCalls(endpoint, target)
  if (!endpoint.upload) return fc.oneof({ weight: 15, arbitrary: json }, forms)
  const cutOff = arbitraryCutOffCalls(endpoint, target)
  return fc.oneof(
    { weight: 2, arbitrary: json },
    { weight: 5, arbitrary: forms },
    { weight: 1, arbitrary: cutOff },
  )
}

function arbitraryJsonCalls(endpoint: Endpoint, target: FuzzTarget): fc.Arbitrary<FuzzCall> {
  const { body } = endpoint
  const bodies: fc.Arbitrary<string | undefined> = body
    ? fc.oneof(
        { weight: 8, arbitrary: arbitraryFromSchema(body, target.ids()).map(toJson) },
        { weight: 2, arbitrary: oddValue.map(toJson) },
        oddJson,
      )
    : fc.constant(undefined)
  return fc.tuple(arbitraryUrls(endpoint, target), bodies).map(([url, sent]) => ({
    kind: 'json',
    [fc.toStringMethod]: () => `${endpoint.method} ${url} ${sent?.slice(0, 500)}`,
    send: () =>
      target.send(endpoint, {
        url,
        ...(sent !== undefined && { contentType: 'application/json', payload: Buffer.from(sent) }),
      }),
  }))
}

function arbitraryFormCalls(endpoint: Endpoint, target: FuzzTarget): fc.Arbitrary<FuzzCall> {
  return fc
    .tuple(arbitraryUrls(endpoint, target), arbitraryMessages(arbitraryParts(endpoint, target)))
    .map(([url, message]) => ({
      kind: 'multipart',
      [fc.toStringMethod]: () => describe(endpoint, url, message),
      send: () =>
        target.send(endpoint, { url, contentType: message.contentType, payload: message.body }),
    }))
}

/** The headers announce the whole message, and the connection ends somewhere in it. */
function arbitraryCutOffCalls(endpoint: Endpoint, target: FuzzTarget): fc.Arbitrary<FuzzCall> {
  const url = buildUrl(endpoint.path, target.ids())
  return fc
    .tuple(
      arbitraryMessages(arbitraryParts(endpoint, target)),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([message, share]) => {
      const cookies = Object.entries(target.getCaller(endpoint).cookies)
      const head = [
        `${endpoint.method} ${url} HTTP/1.1`,
        'Host: 127.0.0.1',
        `Cookie: ${cookies.map(([name, value]) => `${name}=${value}`).join('; ')}`,
        `Content-Type: ${message.contentType}`,
        `Content-Length: ${message.body.length}`,
      ]
      const whole = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), message.body])
      const sent = whole.subarray(0, Math.floor(share * whole.length))
      return {
        kind: 'cut off',
        [fc.toStringMethod]: () =>
          `${describe(endpoint, url, message)}, ${sent.length} of ${whole.length} bytes sent`,
        send: () => sendRaw(target.port, sent),
      }
    })
}

function describe({ method }: Endpoint, url: string, { contentType, changes, body }: Message) {
  return `${method} ${url} ${contentType}: ${changes.join('; ')}; ${body.length} bytes`
}

/** As the contract says, or with ids that do not exist and unexpected text. */
function arbitraryUrls(
  { path, params, query }: Endpoint,
  target: FuzzTarget,
): fc.Arbitrary<string> {
  const ids = target.ids()
  const names = Object.keys(params?.shape ?? {})
  const valid = query ? arbitraryFromSchema(query, ids) : fc.constant({})
  const queries = fc.oneof(valid, fc.dictionary(oddText, oddText, { maxKeys: 2 }))
  return fc.tuple(fc.boolean(), oddText, queries).map(([isKnown, word, sent]) => {
    const values = names.map((name) => [name, isKnown ? (ids[name] ?? 'x') : `x${word}`])
    try {
      return buildUrl(path, Object.fromEntries(values), Object(sent))
    } catch {
      // Half a surrogate pair cannot be part of a URL.
      return path
    }
  })
}

/** A valid form: a registration, or the fields that the contract names. */
function arbitraryParts(endpoint: Endpoint, target: FuzzTarget): fc.Arbitrary<readonly Part[]> {
  const isRegistration = endpoint.path.endsWith('/register')
  const values = endpoint.body ? arbitraryFromSchema(endpoint.body, target.ids()) : fc.constant({})
  const fields: fc.Arbitrary<readonly [string, unknown][]> = isRegistration
    ? fc.nat().map((n) => Object.entries(createRegistrationFields(`fuzz${n}@example.com`)))
    : values.map((value) => Object.entries(Object(value)))
  const names = isRegistration
    ? ['aadharFront', 'aadharBack']
    : ['questionimage_0', 'optionimage_0_1', 'optionimage_1_3']
  const files = fc
    .subarray(names)
    .chain((chosen) =>
      fc.tuple(...chosen.map((name) => arbitraryPictures.map((content) => ({ name, content })))),
    )
  return fc.tuple(fields, files).map(([entries, attached]) => [
    ...entries.map(([name, value]) => ({
      name,
      content: Buffer.from(typeof value === 'string' ? value : toJson(value)),
    })),
    ...attached.map((file) => ({ ...file, filename: 'a.png', type: 'image/png' })),
  ])
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const arbitraryPictures = fc.constantFrom(
  onePixel,
  onePixel,
  onePixel.subarray(0, 40),
  Buffer.alloc(0),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  Buffer.concat([onePixel, Buffer.from('PK\x03\x04')]),
  Buffer.alloc(100, 0xff),
)

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

const timeoutMs = 5_000

/** Writes the bytes as they are, ends our side, and reads the reply. */
function sendRaw(port: number, bytes: Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error('The server keeps a connection whose other side has ended'))
    }, timeoutMs)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(parseReply(Buffer.concat(chunks)))
    })
    socket.end(bytes)
  })
}

/** Parses the first reply; another may follow, to the bytes after the first call. */
function parseReply(bytes: Buffer): Reply {
  const headEnd = bytes.indexOf('\r\n\r\n')
  const head = bytes.toString('latin1', 0, Math.max(0, headEnd))
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  const body = bytes.toString('utf8', headEnd + 4, headEnd + 4 + length)
  return { status: status ? Number(status) : null, body }
}
