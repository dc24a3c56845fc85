import { mkdirSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { toNetwork } from '../platform/network-address.ts'

type AccessLogOptions = {
  readonly folder: string
  /** Files older than this are deleted. */
  readonly keptDays: number
  readonly now: () => number
  readonly log: Pick<Logger, 'warn'>
  /** Lines of one caller in a minute; the rest is counted. */
  readonly maxLinesPerCaller?: number
  readonly maxBytesPerDay?: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** By `performance.now()`: Fastify's own measure would cost a listener for each answer. */
    startedAt: number
  }
}

export type AccessLog = {
  /** Takes microseconds and never fails: lines that cannot be written are dropped and counted. */
  record(request: FastifyRequest, reply: FastifyReply): void
  /** Resolves when everything recorded so far is in the file, or counted as dropped. */
  flush(): Promise<void>
  eraseOld(): Promise<void>
  close(): Promise<void>
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const flushEveryMs = 1_000
/** Kept while the disk hangs: about 5,000 requests. */
const maxWaitingBytes = 1_000_000
const maxCallers = 10_000
const name = /^access-(\d{4}-\d{2}-\d{2})\.log$/

/**
 * Writes each call with caller and address, as JSON lines in one file per day (UTC): ids and route
 * patterns, never a query, a body, a name or an email address. Lines per caller are limited, so
 * that a flood cannot fill the disk; the excess is logged as `more` at the end of the minute.
 */
export function openAccessLog({
  folder,
  keptDays,
  now,
  log,
  maxLinesPerCaller = 600,
  maxBytesPerDay = 500_000_000,
}: AccessLogOptions): AccessLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let waiting: string[] = []
  let waitingBytes = 0
  let dropped = 0
  let writing = Promise.resolve()
  let day = { name: '', bytes: 0 }
  let minute = startMinute(now())

  function add(line: object, isCount = false) {
    const text = `${JSON.stringify(line)}\n`
    if (!isCount && waitingBytes + text.length > maxWaitingBytes) {
      dropped += 1
      return
    }
    waiting.push(text)
    waitingBytes += text.length
  }

  /** The counts of callers above their share. */
  function endMinute(at: number) {
    const time = toTime(at)
    for (const kind of ['network', 'account'] as const) {
      for (const [caller, { lines }] of minute[kind]) {
        if (lines <= maxLinesPerCaller) continue
        add({ time, [kind]: caller, more: lines - maxLinesPerCaller }, true)
      }
    }
    minute = startMinute(at)
  }

  /** False once a caller has used up the lines of the minute. */
  function isCounted(kind: 'account' | 'network', caller: string, at: number): boolean {
    if (at - minute.startedAt >= minuteMs) endMinute(at)
    const known = minute[kind].get(caller) ?? addCaller(kind, caller)
    known.lines += 1
    return known.lines <= maxLinesPerCaller
  }

  function addCaller(kind: 'account' | 'network', caller: string): { lines: number } {
    const isFull = minute.account.size + minute.network.size >= maxCallers
    if (isFull) return minute.others
    const first = { lines: 0 }
    minute[kind].set(caller, first)
    return first
  }

  async function writeWaiting() {
    if (dropped > 0) {
      waiting.push(`${JSON.stringify({ time: toTime(now()), dropped })}\n`)
    }
    if (waiting.length === 0) return
    const text = waiting.join('')
    const lines = waiting.length
    const before = dropped
    waiting = []
    waitingBytes = 0
    dropped = 0
    const today = toTime(now()).slice(0, 10)
    try {
      const file = await open(join(folder, `access-${today}.log`), 'a', 0o600)
      try {
        if (day.name !== today) day = { name: today, bytes: (await file.stat()).size }
        if (day.bytes + text.length > maxBytesPerDay) dropped += before + lines
        else {
          await file.writeFile(text)
          day.bytes += text.length
        }
      } finally {
        await file.close()
      }
    } catch (err) {
      dropped += before + lines
      log.warn({ err, dropped }, 'the access log cannot be written')
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(writeWaiting)
    return writing
  }

  let isFlushing = false
  const timer = setInterval(() => {
    // While the disk hangs, lines wait up to a limit and are then dropped.
    if (isFlushing || (waiting.length === 0 && dropped === 0)) return
    isFlushing = true
    void flush().finally(() => {
      isFlushing = false
    })
  }, flushEveryMs).unref()

  return {
    record(request, reply) {
      const at = now()
      const account = request.session?.user.id ?? null
      const address = request.ip
      const isWritten =
        account === null
          ? isCounted('network', toNetwork(address), at)
          : isCounted('account', account, at)
      if (!isWritten) return
      const { method, routeOptions, id } = request
      // An unknown path may contain anything, so it is not logged.
      const call = `${method} ${routeOptions.url ?? '?'}`
      const { statusCode: status } = reply
      const ms = toElapsedMs(request.startedAt)
      add({ time: toTime(at), id, account, address, call, status, ms })
    },
    flush,
    async eraseOld() {
      const oldest = toTime(now() - keptDays * dayMs).slice(0, 10)
      for (const file of await readdir(folder)) {
        const [, written] = name.exec(file) ?? []
        if (written && written <= oldest) await rm(join(folder, file), { force: true })
      }
    },
    async close() {
      clearInterval(timer)
      endMinute(now())
      await flush()
    },
  }
}

/** The lines of each caller; beyond the maximum number of callers the others share one count. */
function startMinute(startedAt: number) {
  const others = { lines: 0 }
  return {
    startedAt,
    account: new Map<string, { lines: number }>(),
    network: new Map([['all others', others]]),
    others,
  }
}

/** Null for a request that reached no route, such as one with a malformed URL. */
function toElapsedMs(startedAt: number): number | null {
  return startedAt === 0 ? null : Math.round((performance.now() - startedAt) * 10) / 10
}

function toTime(ms: number): string {
  return new Date(ms).toISOString()
}
