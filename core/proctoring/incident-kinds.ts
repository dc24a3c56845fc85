import type { RecordedKind } from './policy.ts'

/** Causes that ended or nearly ended an attempt. */
export const incidentKinds = [
  'offline',
  'left',
  'closed',
  'back',
  'devtools',
  'two-places',
  'time-up',
  'ended-by-staff',
] as const
export type IncidentKind = (typeof incidentKinds)[number]

/**
 * Ends that an exam brings with it. They are incidents so that their student can say something; until
 * then nobody has to decide about them.
 */
export function isExpectedEnd(kind: IncidentKind): boolean {
  return kind === 'time-up' || kind === 'ended-by-staff'
}

/** The recorded events that an incident can be made of. */
export const incidentEventKinds = [
  'offline',
  'silence',
  'hidden',
  'blur',
  'refresh',
  'back',
  'devtools',
  'other-device',
] as const satisfies readonly RecordedKind[]
