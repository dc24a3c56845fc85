import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const require = createRequire(import.meta.url)

/** Ends with the process that started it. Its only account has these as key and secret. */
const program = `
const S3rver = require(process.argv[1])
const [, , directory] = process.argv
const place = { directory, port: 0, address: '127.0.0.1', silent: true }
new S3rver({ ...place, configureBuckets: [{ name: 'academy' }] })
  .run().then(({ port }) => console.log(port))
process.stdin.resume().on('end', () => process.exit())
`
const account = 'S3RVER'

/** The fate of a call on its way to the storage. */
export type S3Fault =
  /** As if nothing listened. */
  | 'disconnect'
  | 'hang'
  /** Half of the body arrives. */
  | 'cut-upload'
  | 'cut-reply'
  /** It is carried out, and nobody says so. */
  | 'lose-reply'
  | { readonly status: number; readonly body: string }

type S3Call = { readonly method: string; readonly path: string }

export type S3Server = {
  /** For IMAGES_URL. */
  readonly imagesUrl: string
  /** Decides about each call; null lets it pass. */
  getFault: (call: S3Call) => S3Fault | null | Promise<S3Fault | null>
  /** Added to each reply. */
  replyHeaders: Readonly<Record<string, string>>
  readonly calls: S3Call[]
  /** The keys of all objects. */
  list(): string[]
  read(key: string): Buffer
  makeOld(key: string): void
  /** Empties it, and ends all faults. */
  reset(): void
  close(): Promise<void>
}

const suffix = '._S3rver_object'

/** Storage of another author, which checks signatures, behind a proxy that makes faults. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const child = spawn(
    process.execPath,
    // Its tokens for the next page are encrypted with DES.
    ['--openssl-legacy-provider', '-e', program, require.resolve('@20minutes/s3rver'), directory],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const [port] = await once(createInterface({ input: child.stdout }), 'line')
  const bucket = join(directory, 'academy')
  const toPath = (key: string) => join(bucket, `${key}${suffix}`)
  const sockets = new Set<IncomingMessage['socket']>()
  const server: Omit<S3Server, 'imagesUrl'> = {
    getFault: () => null,
    replyHeaders: {},
    calls: [],
    list: () =>
      readdirSync(bucket, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length))
        .toSorted(),
    read: (key) => readFileSync(toPath(key)),
    makeOld(key) {
      const at = Date.now() / 1000 - 2 * 60 * 60
      utimesSync(toPath(key), at, at)
    },
    reset() {
      for (const name of readdirSync(bucket)) rmSync(join(bucket, name), { recursive: true })
      server.calls.length = 0
      server.replyHeaders = {}
      server.getFault = () => null
    },
    async close() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(directory, { recursive: true, force: true })
    },
  }
  const proxy = createServer(async (incoming, reply) => {
    const call = { method: incoming.method ?? '', path: incoming.url ?? '' }
    server.calls.push(call)
    const fault = await server.getFault(call)
    if (fault === 'disconnect') return incoming.socket.destroy()
    if (fault === 'hang') return
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    if (fault !== null && typeof fault === 'object') {
      return reply.writeHead(fault.status, { 'content-type': 'application/xml' }).end(fault.body)
    }
    forward(Number(port), { incoming, body: Buffer.concat(chunks), reply, fault, server })
  })
  proxy.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port: proxyPort } = proxy.address() as AddressInfo
  const imagesUrl = `s3://${account}:${account}@127.0.0.1:${proxyPort}/academy?tls=off`
  return Object.assign(server, { imagesUrl })
}

type Forwarding = {
  readonly incoming: IncomingMessage
  readonly body: Buffer
  readonly reply: ServerResponse
  readonly fault: Exclude<S3Fault, object> | null
  readonly server: Pick<S3Server, 'replyHeaders'>
}

function forward(port: number, { incoming, body, reply, fault, server }: Forwarding) {
  const { method, headers, url } = incoming
  // With the Host header as it came, which is signed.
  const options = { host: '127.0.0.1', port, method, headers, path: url, agent: false }
  const call = request(options, async (upstream) => {
    const chunks: Buffer[] = []
    for await (const chunk of upstream) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    if (fault === 'lose-reply') return incoming.socket.destroy()
    reply.writeHead(upstream.statusCode ?? 502, { ...upstream.headers, ...server.replyHeaders })
    if (fault !== 'cut-reply') return reply.end(bytes)
    reply.write(bytes.subarray(0, bytes.length / 2), () => incoming.socket.destroy())
  })
  call.on('error', () => incoming.socket.destroy())
  if (fault !== 'cut-upload') return call.end(body)
  call.write(body.subarray(0, body.length / 2), () => call.destroy())
}

/** As S3 says it. */
export function createS3Refusal(status: number, code: string): S3Fault {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` }
}
