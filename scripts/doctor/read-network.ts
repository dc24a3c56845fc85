import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import type { Config } from '#server/config.ts'
import { findSmtpProblem } from '#server/platform/mailer/find-smtp-problem.ts'
import { findSenderAddress } from '#server/platform/mailer/sender-address.ts'
import { isLoopback } from '#server/platform/network-address.ts'
import { site as institute } from '#site'
import type { NetworkFacts, SiteFacts } from './check-network.ts'
import { findStopped } from './read-passage.ts'

const timeoutMs = 5_000

/** Asks everybody at once; nobody is written to. */
export async function readNetwork(config: Config): Promise<NetworkFacts> {
  const { SMTP_URL: smtpUrl, METRICS_PORT: metricsPort } = config
  const from = findSenderAddress(config.MAIL_FROM) ?? institute.email
  const [server, site, problem, metrics, isClockSynchronized] = await Promise.all([
    readServer(config),
    config.hasPublicUrl ? readSite(config.PUBLIC_URL) : null,
    smtpUrl ? findSmtpProblem({ smtpUrl, from, to: institute.email }) : null,
    metricsPort ? readMetrics(metricsPort) : null,
    readClockState(),
  ])
  const mail = { isSetUp: smtpUrl !== undefined, problem }
  return { server, site, mail, metrics, isClockSynchronized }
}

async function readServer({ HOST, PORT }: Config): Promise<NetworkFacts['server']> {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
  const reply = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => null,
  )
  if (!reply) return { url, state: 'silent' }
  const isWell = reply.ok && (await reply.text()) === 'ok'
  return { url, state: isWell ? 'well' : { status: reply.status } }
}

/** A certificate that is not accepted is looked at all the same; nothing secret is sent. */
async function readSite(publicUrl: string): Promise<SiteFacts> {
  const { host, protocol } = new URL(publicUrl)
  const url = new URL('/healthz', publicUrl)
  const options = { agent: false, timeout: timeoutMs }
  const call: ClientRequest =
    protocol === 'https:'
      ? requestHttps(url, { ...options, rejectUnauthorized: false })
      : requestHttp(url, options)
  call.once('timeout', () => call.destroy(new Error('no answer in 5 s')))
  call.end()
  try {
    const [reply] = await once(call, 'response')
    const now = Date.now()
    const certificate = reply.socket instanceof TLSSocket ? readCertificate(reply.socket) : null
    let text = ''
    for await (const chunk of reply.setEncoding('utf8')) text = (text + chunk).slice(0, 100)
    const date = Date.parse(reply.headers.date ?? '')
    const isOurs = reply.statusCode === 200 && text === 'ok'
    return {
      isReached: true,
      host,
      status: reply.statusCode,
      isOurs,
      stopped: isOurs ? await findStopped(publicUrl) : [],
      certificate,
      clockAheadMs: Number.isNaN(date) ? null : date + 500 - now,
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { isReached: false, host, reason: code ?? message }
  }
}

function readCertificate(socket: TLSSocket) {
  const problem = socket.authorized ? null : String(socket.authorizationError)
  return { expiresAt: Date.parse(socket.getPeerCertificate().valid_to), problem }
}

async function readMetrics(port: number): Promise<NonNullable<NetworkFacts['metrics']>> {
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map(({ address, scopeid }) => (scopeid ? null : address))
    .filter((address) => address !== null && !isLoopback(address)) as string[]
  const isOpen = await Promise.all(addresses.map((address) => canConnect(address, port)))
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`, {
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null)
  await reply?.body?.cancel()
  return {
    port,
    isAnswering: reply?.ok ?? false,
    exposedOn: addresses.filter((_, index) => isOpen[index]),
  }
}

function canConnect(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port, timeout: 500 })
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('timeout', () => resolve(false))
  }).finally(() => socket.destroy())
}

/** Null without systemd, as in a container, whose clock is that of its host. */
async function readClockState(): Promise<boolean | null> {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value']
    const { stdout } = await promisify(execFile)('timedatectl', args, { timeout: timeoutMs })
    const answer = stdout.trim()
    return answer === 'yes' ? true : answer === 'no' ? false : null
  } catch {
    return null
  }
}
