import { type Argon2Parameters, argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import {
  createHashQueue,
  type HashJobOptions,
  type HashLoad,
  type HashPlaceOptions,
  type HashReservation,
} from './hash-queue/hash-queue.ts'
import type { MachineSlots } from './hash-queue/machine-slots.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  /** A place for a comparison. @throws OverloadedError when too many wait. */
  reserve(options: HashPlaceOptions): HashReservation
  /** A missing hash costs the same time and never matches. */
  matches(password: string, hash: string | null, options: HashJobOptions): Promise<boolean>
  /**
   * Returns the place of a comparison that waits for its turn: 1 is next; null if none waits with
   * this ticket.
   */
  getPlace(ticket: string): number | null
  getLoad(): HashLoad
  /** Readable aloud, about 60 bits. */
  generateOneTimePassword(): string
}

/** OWASP's minimum for Argon2id, 2025: 19 MiB, two passes, one lane. */
const owasp = { memoryKiB: 19_456, passes: 2 }

/** libuv's own number; the server asks for more (thread-pool.ts). */
const usualThreads = 4

/**
 * How many hashes run at once, at 19 MB each. One core is left to the event loop, so that a class
 * logging in does not slow a running exam, and one thread to files.
 */
export function countHashesAtOnce(cores: number, threads: number): number {
  return Math.max(1, Math.min(cores, threads) - 1)
}

/** On this machine, with the threads that this process has. */
export function countOwnHashesAtOnce(): number {
  const threads = Number(process.env.UV_THREADPOOL_SIZE || usualThreads)
  return countHashesAtOnce(availableParallelism(), threads)
}

type PasswordsOptions = {
  readonly memoryKiB?: number
  readonly passes?: number
  readonly atOnce?: number
  readonly maxWaitMs?: number
  readonly slots?: MachineSlots
}

export function createPasswords({
  memoryKiB = owasp.memoryKiB,
  passes = owasp.passes,
  atOnce = countOwnHashesAtOnce(),
  ...limits
}: PasswordsOptions = {}): Passwords {
  const queue = createHashQueue({ atOnce, ...limits })
  const makeParameters = (): HashParameters => ({
    memoryKiB,
    passes,
    lanes: 1,
    salt: randomBytes(16),
  })

  return {
    async hash(password) {
      const parameters = makeParameters()
      return toPhc(
        parameters,
        await queue.add({ priority: 'other' }, () => derive(password, parameters, tagBytes)),
      )
    },
    async matches(password, hash, job) {
      const stored = hash === null ? null : fromPhc(hash)
      const expected = stored?.tag ?? Buffer.alloc(tagBytes)
      const found = await queue.add(job, () =>
        derive(password, stored ?? makeParameters(), expected.length),
      )
      return timingSafeEqual(found, expected) && stored !== null
    },
    reserve: queue.reserve,
    getPlace: queue.getPlace,
    getLoad: queue.getLoad,
    generateOneTimePassword,
  }
}

const tagBytes = 32

type HashParameters = {
  readonly memoryKiB: number
  readonly passes: number
  readonly lanes: number
  readonly salt: Buffer
}

const argon2Async = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

function derive(password: string, parameters: HashParameters, tagLength: number): Promise<Buffer> {
  return argon2Async('argon2id', {
    // Keyboards compose accents differently; normalized, the same typed password matches.
    message: password.normalize('NFKC'),
    nonce: parameters.salt,
    parallelism: parameters.lanes,
    memory: parameters.memoryKiB,
    passes: parameters.passes,
    tagLength,
  })
}

/** The format other programs understand: $argon2id$v=19$m=19456,t=2,p=1$salt$tag. */
function toPhc({ memoryKiB, passes, lanes, salt }: HashParameters, tag: Buffer): string {
  const cost = `m=${memoryKiB},t=${passes},p=${lanes}`
  return `$argon2id$v=19$${cost}$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(tag)}`
}

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

const phc =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{22,})$/

function fromPhc(hash: string): HashParameters & { tag: Buffer } {
  const [, memory, passes, lanes, salt, tag] = phc.exec(hash) ?? []
  if (!salt || !tag) throw new Error('A stored password hash is not Argon2id in PHC format')
  return {
    memoryKiB: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

// Without 0 o 1 l i, which look or sound alike: 12 of 31 letters are 59 bits.
export const oneTimePasswordLetters = 'abcdefghjkmnpqrstuvwxyz23456789'

function generateOneTimePassword(): string {
  const letters = oneTimePasswordLetters
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return `${group()}-${group()}-${group()}`
}
