import type { Listening } from '#core/live/presence.ts'
import type { Deps } from '../deps.ts'
import { readDevice } from '../http/cookies.ts'
import {
  findLastContact,
  keepAfterMs,
  keepContacts,
  keepWatchedAfterMs,
  type Noticed,
  type Contact as ReceivedContact,
} from './attempt-contacts.ts'
import {
  type Contact,
  createContact,
  moveContact,
  noteCall,
  noteDevice,
  noteHandOut,
} from './page-contact.ts'
import type { Caller } from './place-log.ts'

/** Sent while somebody looks at a live screen, so that each process shares its contacts sooner. */
export const watchSignal = 'live_screen_watched'
export const watchSignalEveryMs = 5_000
const watchedForMs = 15_000

/** Contacts of a page, as this process has received them. */
export type PresenceSignals = Readonly<Pick<Contact, 'lastAt' | 'awayAt' | 'waiting'>>

export type CalledAttempt = {
  readonly id: string
  /** Null unless it was reopened. */
  readonly clockStartsAt: number | null
}

type StartedAttempt = CalledAttempt & {
  readonly startedAt: number
  readonly reopenedAt: number | null
}

/** More than take an exam at once. */
const maxAttempts = 20_000

export type ContactLog = ReturnType<typeof createContactLog> & {
  readonly listening: Listening
  /** Forgets everything that is not recorded yet. */
  close(): void
}

/** It writes down what it hears, for the next start and, on PostgreSQL, for the other processes. */
export async function openContactLog(
  deps: Pick<Deps, 'db' | 'log' | 'hmac' | 'isHttps' | 'now' | 'clock'>,
): Promise<ContactLog> {
  const { db, log, now } = deps
  const listening: { -readonly [K in keyof Listening]: Listening[K] } = {
    since: now(),
    before: await findLastContact(db.read),
  }
  let watchedUntil = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null

  function keep() {
    timer = null
    keepContacts(db, contacts.takeReceived()).catch((err) =>
      log.warn({ err }, 'it was not written down which attempts were heard of'),
    )
  }
  function keepAfter(ms: number) {
    if (timer) clearTimeout(timer)
    timer = setTimeout(keep, ms).unref()
  }

  db.signals?.listen(watchSignal, () => {
    const wasWatched = performance.now() < watchedUntil
    watchedUntil = performance.now() + watchedForMs
    if (!wasWatched && timer) keepAfter(keepWatchedAfterMs)
  })
  const contacts = createContactLog(deps, () => {
    const isWatched = performance.now() < watchedUntil
    keepAfter(isWatched ? keepWatchedAfterMs : keepAfterMs[db.engine])
  })
  deps.clock.onShift((byMs) => {
    contacts.move(byMs)
    listening.since += byMs
  })
  const close = () => {
    if (timer) clearTimeout(timer)
  }
  return { ...contacts, listening, close }
}

/**
 * Remembers when an attempt's pages called, so that silence, a page loaded again and a second
 * device are noticed without a query. What a restart forgets is not noticed: nobody is accused of
 * an outage of the server.
 */
function createContactLog(deps: Pick<Deps, 'hmac' | 'isHttps'>, onReceived: () => void) {
  const contacts = new Map<string, Contact>()
  const received = new Set<string>()

  function open(attemptId: string, at: number): Contact {
    const known = contacts.get(attemptId)
    if (known) return known
    const [oldest] = contacts.keys()
    if (contacts.size >= maxAttempts && oldest !== undefined) contacts.delete(oldest)
    const contact = createContact(at)
    contacts.set(attemptId, contact)
    return contact
  }

  function touch({ id, clockStartsAt }: CalledAttempt, at: number): Contact {
    const contact = open(id, at)
    noteCall(contact, at, clockStartsAt)
    if (received.size === 0) onReceived()
    received.add(id)
    return contact
  }

  /** A device without an id of its own is its network and its browser. */
  const toDevice = (caller: Caller) =>
    readDevice(caller, deps) ?? `${caller.ip}\n${caller.headers['user-agent'] ?? ''}`

  return {
    /** A call that came through. */
    touch: (attempt: CalledAttempt, at: number): void => void touch(attempt, at),

    /** A page in sight asks for the clock; @returns null if no other device has had the attempt */
    poll(
      attempt: CalledAttempt,
      caller: Caller,
      at: number,
      waiting: number,
    ): { readonly isActive: boolean } | null {
      const contact = touch(attempt, at)
      contact.waiting = waiting
      return noteDevice(contact, toDevice(caller), at)
    },

    /** The paper is handed out, for the first time or again. */
    openPaper(attempt: StartedAttempt, caller: Caller, at: number) {
      const { id, startedAt, reopenedAt } = attempt
      const known = contacts.get(id)
      // While an attempt is closed, its student need not call.
      if (known && known.lastAt < (reopenedAt ?? 0)) known.lastAt = at
      const contact = touch(attempt, at)
      const device = toDevice(caller)
      noteHandOut(contact, { startedAt, device, at })
      noteDevice(contact, device, at)
    },

    /** Takes the events to record, once. */
    take(attemptId: string): readonly Noticed[] {
      const contact = contacts.get(attemptId)
      if (!contact || contact.noticed.length === 0) return []
      const { noticed } = contact
      contact.noticed = []
      return noticed
    },

    /** Returns events that could not be recorded: the next call tries again. */
    putBack(attemptId: string, noticed: readonly Noticed[]): void {
      const contact = contacts.get(attemptId)
      if (contact) contact.noticed = [...noticed, ...contact.noticed]
    },

    move(byMs: number): void {
      for (const contact of contacts.values()) moveContact(contact, byMs)
    },

    forget: (attemptId: string): void => void contacts.delete(attemptId),

    /** @param awayAt null once it is back */
    noteAway(attemptId: string, awayAt: number | null): void {
      const contact = contacts.get(attemptId)
      if (contact) contact.awayAt = awayAt
    },

    /** The contacts that the live screen shows; undefined if there was none. */
    getSignals: (attemptId: string): PresenceSignals | undefined => contacts.get(attemptId),

    /** The last contacts since it was asked before; a silence goes along when it is settled. */
    takeReceived(): ReceivedContact[] {
      const taken = [...received].flatMap((attemptId) => {
        const contact = contacts.get(attemptId)
        const isSettled = contact?.noticed.every(({ kind }) => kind !== 'silence')
        if (!contact || !isSettled) return []
        const { lastAt: at, awayAt, waiting } = contact
        return [{ attemptId, at, awayAt, waiting }]
      })
      received.clear()
      return taken
    },
  }
}
