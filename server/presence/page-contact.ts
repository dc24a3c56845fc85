import { silenceMs } from '#core/proctoring/silence.ts'
import { type Noticed, otherDeviceEveryMs } from './attempt-contacts.ts'

const activeMs = 60_000
/** A start is followed by its paper, and a lost reply by the same call. */
const samePageMs = 10_000
const maxDevices = 20
/** Caps what a client that reloads again and again can write. */
const maxWritten = 200

/** Mutable, since every call of the attempt updates it. */
export type Contact = {
  lastAt: number
  /** When this process last handed out the paper, and to which device. */
  paper: { readonly at: number; readonly device: string } | null
  /** The last call of each device. */
  readonly devices: Map<string, number>
  otherNoticedAt: number
  /** When the page was left, as long as it has not reported a return. */
  awayAt: number | null
  /** Answers on the device that the server does not have, as it last said. */
  waiting: number
  /** Not written yet. */
  noticed: Noticed[]
  written: number
}

export function createContact(at: number): Contact {
  return {
    lastAt: at,
    paper: null,
    devices: new Map(),
    otherNoticedAt: 0,
    noticed: [],
    written: 0,
    awayAt: null,
    waiting: 0,
  }
}

/**
 * Notes a call that came through, and the silence before it. While a reopened attempt is closed or
 * waits for its student, nobody need call.
 * @param clockStartsAt when its clock started again, or will
 */
export function noteCall(contact: Contact, at: number, clockStartsAt: number | null): void {
  const silentSince = Math.max(contact.lastAt, clockStartsAt ?? contact.lastAt)
  const durationMs = at - silentSince
  if (durationMs > silenceMs) note(contact, { kind: 'silence', at: silentSince, durationMs })
  contact.lastAt = Math.max(contact.lastAt, at)
}

type HandOut = { readonly startedAt: number; readonly device: string; readonly at: number }

/** The paper is handed out, for the first time or again. */
export function noteHandOut(contact: Contact, { startedAt, device, at }: HandOut): void {
  const last = contact.paper ?? { at: startedAt, device }
  if (at - last.at > samePageMs || last.device !== device)
    note(contact, { kind: 'resume', at, durationMs: null })
  contact.paper = { at, device }
  contact.awayAt = null
}

/** @returns whether another device called within the last minute; null if there is no other */
export function noteDevice(
  contact: Contact,
  device: string,
  at: number,
): { readonly isActive: boolean } | null {
  const { devices } = contact
  if (devices.has(device) || devices.size < maxDevices) devices.set(device, at)
  const others = [...devices].flatMap(([other, lastAt]) => (other === device ? [] : [lastAt]))
  if (others.length === 0) return null
  const isActive = at - Math.max(...others) <= activeMs
  if (isActive && at - contact.otherNoticedAt > otherDeviceEveryMs) {
    contact.otherNoticedAt = at
    note(contact, { kind: 'other-device', at, durationMs: null })
  }
  return { isActive }
}

function note(contact: Contact, noticed: Noticed) {
  contact.written += 1
  if (contact.written <= maxWritten) contact.noticed.push(noticed)
}

/** The clock was shifted: nobody was silent for that long. */
export function moveContact(contact: Contact, byMs: number) {
  const { lastAt, otherNoticedAt, paper, awayAt, noticed, devices } = contact
  Object.assign(contact, {
    lastAt: lastAt + byMs,
    otherNoticedAt: otherNoticedAt + byMs,
    paper: paper && { ...paper, at: paper.at + byMs },
    awayAt: awayAt === null ? null : awayAt + byMs,
    noticed: noticed.map((one) => ({ ...one, at: one.at + byMs })),
  } satisfies Partial<Contact>)
  for (const [device, at] of devices) devices.set(device, at + byMs)
}
