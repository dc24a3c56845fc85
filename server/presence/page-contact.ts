import type { Noticed } from './attempt-contacts.ts'

/** Mutable, since every call of the attempt updates it. */
export type Contact = {
  lastAt: number
  /** How many were heard, since two may come in one millisecond. */
  calls: number
  /** When this process last handed out the paper, and to which device. */
  paper: { readonly at: number; readonly device: string } | null
  /** The last call of each device. */
  readonly devices: Map<string, number>
  otherNoticedAt: number
  /** When the page was left, as long as it has not told of a return. */
  awayAt: number | null
  /** Answers on the device that the server does not have, as it last said. */
  waiting: number
  /** Not written yet. */
  noticed: Noticed[]
  written: number
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
