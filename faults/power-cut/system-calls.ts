import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

export type SystemCall = {
  readonly name: string
  /** As strace writes them, between the brackets. */
  readonly args: string
  /** Below 0 for one that failed. */
  readonly result: number
  /** The number of the line on which it began; calls of other threads may have ended since. */
  readonly startLine: number
  readonly endLine: number
  /** In milliseconds of the machine's clock. */
  readonly startedAtMs: number
}

type Unfinished = { readonly text: string; readonly line: number; readonly atMs: number }

const linePattern = /^(\d+) +(\d+\.\d+) (.*)$/s
const callPattern = /^(\w+)\((.*)\)\s+= (-?\d+)/s
const killedPattern = /^(\w+)\((.*?)(?:\)\s+= \?)?$/s
const unfinishedMark = ' <unfinished ...>'
const resumedPattern = /^<\.\.\. \w+ resumed>/

/** The calls in a log of strace (`-f -ttt`), in the order in which they ended. */
export async function* readSystemCalls(lines: AsyncIterable<string>): AsyncGenerator<SystemCall> {
  for await (const call of readAllCalls(lines)) if (!Number.isNaN(call.result)) yield call
}

/**
 * The calls in which the process was killed: the kernel may have carried out all, a part or nothing
 * of them. Their result is what it would be if all was done.
 */
export async function* readKilledCalls(lines: AsyncIterable<string>): AsyncGenerator<SystemCall> {
  for await (const call of readAllCalls(lines)) {
    if (Number.isNaN(call.result)) yield { ...call, result: Number.POSITIVE_INFINITY }
  }
}

/** The result is not a number where the process was killed in the call. */
async function* readAllCalls(lines: AsyncIterable<string>): AsyncGenerator<SystemCall> {
  const unfinished = new Map<string, Unfinished>()
  let line = 0
  for await (const whole of lines) {
    line += 1
    const [, thread = '', seconds, text = ''] = linePattern.exec(whole) ?? []
    const atMs = Number(seconds) * 1000
    if (text.endsWith(unfinishedMark)) {
      unfinished.set(thread, { text: text.slice(0, -unfinishedMark.length), line, atMs })
      continue
    }
    const begun = resumedPattern.test(text) ? unfinished.get(thread) : undefined
    if (begun) unfinished.delete(thread)
    const call = begun ? begun.text + text.replace(resumedPattern, '') : text
    const [, name, args, result] = callPattern.exec(call) ?? killedPattern.exec(call) ?? []
    if (name === undefined || args === undefined) continue
    yield {
      name,
      args,
      result: Number(result),
      startLine: begun?.line ?? line,
      endLine: line,
      startedAtMs: begun?.atMs ?? atMs,
    }
  }
  for (const { text, line: startLine, atMs: startedAtMs } of unfinished.values()) {
    const [, name, args] = killedPattern.exec(text) ?? []
    if (name === undefined || args === undefined) continue
    yield { name, args, result: Number.NaN, startLine, endLine: line + 1, startedAtMs }
  }
}

export function readLines(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
}

const stringPattern = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g

/** The texts and buffers among the arguments, which strace writes in hex (`-xx`). */
export function parseStrings(args: string): Buffer[] {
  return [...args.matchAll(stringPattern)].map(([, hex = '', isCut]) => {
    if (isCut) throw new Error('The log does not hold all bytes that were written')
    return Buffer.from(hex.replaceAll('\\x', ''), 'hex')
  })
}

/** The arguments that are numbers or flags, without its texts and buffers. */
export function parseWords(args: string): string[] {
  return args
    .replace(stringPattern, '')
    .split(',')
    .map((word) => word.trim())
}
