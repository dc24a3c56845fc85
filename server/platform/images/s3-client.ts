import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { type BucketAddress, describeBucket } from './bucket-url.ts'
import { ImagesUnavailableError } from './image-files.ts'

type S3Call = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** None: the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

export type S3Reply = {
  /** False if there is no such object. */
  readonly isFound: boolean
  readonly headers: Headers
  readonly bytes: Buffer
}

export type S3Timing = {
  /** For one try; a call is given up after twice that, the wait for its turn included. */
  readonly readMs: number
  readonly writeMs: number
  /** Before the second try; about twice as long before the third. */
  readonly pauseMs: number
}

const defaultTiming: S3Timing = { readMs: 5_000, writeMs: 15_000, pauseMs: 200 }
const maxTries = 3

/** @throws ImagesUnavailableError for every reply but success and "no such object" */
export type CallS3 = (call: S3Call) => Promise<S3Reply>

/** Signed calls with deadlines. Each can be repeated, so a try that failed for now is. */
export function createS3Client(address: BucketAddress, timing: Partial<S3Timing> = {}): CallS3 {
  const { readMs, writeMs, pauseMs } = { ...defaultTiming, ...timing }
  const place = describeBucket(address)
  const exchange = createExchange(address)
  // Limits of their own, so that a class that loads its pictures holds up no registration.
  const runRead = createConcurrencyLimit({ atOnce: 32, maxWaiting: 3_000, jobSeconds: 0.1 })
  const runWrite = createConcurrencyLimit({ atOnce: 16, maxWaiting: 3_000, jobSeconds: 0.3 })

  async function tryRepeatedly(call: S3Call, tryMs: number, giveUpAt: number): Promise<S3Reply> {
    // The error of a call whose time was over before its turn came.
    let problem = 'is too slow'
    for (let tries = 1; ; tries++) {
      const ms = Math.min(tryMs, giveUpAt - performance.now())
      if (ms <= 0) throw new ImagesUnavailableError(`${place} ${problem}.`)
      const outcome = await exchange(call, Math.ceil(ms)).then(
        (reply) => judge(call, reply),
        describeFailure,
      )
      if ('isFound' in outcome) return outcome
      problem = outcome.problem
      const waitMs = pauseMs * 2 ** (tries - 1) * (0.5 + Math.random())
      const isLast = tries === maxTries || performance.now() + waitMs >= giveUpAt
      if (isLast || !outcome.isTemporary) {
        throw new ImagesUnavailableError(`${place} ${problem}.`)
      }
      await sleep(waitMs)
    }
  }

  return (call) => {
    const isWrite = call.method === 'PUT'
    const tryMs = isWrite ? writeMs : readMs
    const giveUpAt = performance.now() + 2 * tryMs
    return (isWrite ? runWrite : runRead)(() => tryRepeatedly(call, tryMs, giveUpAt))
  }
}

type RawReply = {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

function createExchange({ endpoint, accessKeyId, secretAccessKey, region }: BucketAddress) {
  const signingKeys = new Map<string, ArrayBuffer>()
  return async ({ method, key, query, body }: S3Call, timeoutMs: number): Promise<RawReply> => {
    const url = new URL(key === undefined ? endpoint : `${endpoint}/${key}`)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      accessKeyId,
      secretAccessKey,
      cache: signingKeys,
      service: 's3',
      ...(region !== null && { region }),
      // Signed, so that no other bytes than these are accepted.
      headers: { 'x-amz-content-sha256': hash(body ?? Buffer.alloc(0)) },
    })
    const { headers } = await signer.sign()
    // The deadline is for the whole exchange, the body of the reply included.
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: new Uint8Array(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes }
  }
}

type Failure = { readonly problem: string; readonly isTemporary: boolean }

const temporaryStatuses = new Set([408, 429])
/** Codes of replies with status 400. */
const temporaryCodes = new Set(['RequestTimeout', 'IncompleteBody'])
const missing = 'NoSuchKey'

function judge({ method }: S3Call, { status, headers, bytes }: RawReply): S3Reply | Failure {
  if (status >= 200 && status < 300) return { isFound: true, headers, bytes }
  const [, code = ''] = /<Code>(\w{1,60})<\/Code>/.exec(bytes.toString('utf8')) ?? []
  // The reply to HEAD has no body that could say what is missing.
  if (status === 404 && (code === missing || method === 'HEAD')) {
    return { isFound: false, headers, bytes }
  }
  const isTemporary = status >= 500 || temporaryStatuses.has(status) || temporaryCodes.has(code)
  const advice = code === 'RequestTimeTooSkewed' ? ', so compare the clocks of both machines' : ''
  return {
    problem: `answers ${[status, code].filter(Boolean).join(' ')} to ${method}${advice}`,
    isTemporary,
  }
}

function describeFailure(error: unknown): Failure {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  const reason = cause?.code ?? cause?.message ?? message
  const problem =
    name === 'TimeoutError' ? 'does not answer in time' : `cannot be reached: ${reason}`
  return { problem, isTemporary: true }
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
