import { z } from 'zod'
import { incidentKinds } from '#core/proctoring/incident-kinds.ts'
import { maxStatementLength, misfits, outcomes } from '#core/proctoring/incident-outcomes.ts'
import { endpoint } from './endpoint.ts'
import { confirm, WouldReveal } from './key-guard.ts'
import { exportQuery, Id, InDigits, Instant, listQuery, VisibleLine, Why } from './schemas.ts'

const Decision = z.object({
  _id: Id,
  outcome: z.enum(outcomes),
  why: z.string(),
  at: Instant,
  /** The name of the member of staff; null once that account is erased. */
  by: z.string().nullable(),
  /** How much time an outage took and was given back. */
  givenMs: z.int().nullable(),
  /** How many incidents were decided in the same press. */
  together: z.int(),
})

/** An incident of one attempt. */
const IncidentMember = z.object({
  _id: Id,
  attemptId: Id,
  studentId: Id,
  studentName: z.string(),
  /** Roll number or address; only where another student has the name, too. */
  studentIdentifier: z.string().optional(),
  at: Instant,
  /** Null if it is not known, or it took no time. */
  durationMs: z.int().nullable(),
  /** The end that it led to, also one that was undone since. */
  ended: z.object({ at: Instant, reason: z.string() }).nullable(),
  status: z.enum(['running', 'ended', 'void']),
  answered: z.int(),
  totalQuestions: z.int(),
  /** With how much time the attempt would go on. */
  leftMs: z.int(),
  /** How much of its time an outage took. */
  lostMs: z.int(),
  /** The outcomes that cannot follow, and why. */
  misfits: z.partialRecord(z.enum(outcomes), z.enum(misfits)),
  /** As written by the student. */
  statement: z.object({ text: z.string(), at: Instant }).nullable(),
  decision: Decision.nullable(),
})
export type IncidentMember = z.output<typeof IncidentMember>

export const IncidentGroup = z.object({
  _id: Id,
  testId: Id,
  testTitle: z.string(),
  kind: z.enum(incidentKinds),
  /** When the first one began. */
  at: Instant,
  /** How many attempts at this test ran then. */
  running: z.int(),
  /** One a student, oldest first; more than one are a cluster. */
  members: z.array(IncidentMember),
  /** The outcome proposed for all who wait; never one that takes something away. */
  proposed: z.enum(outcomes).nullable(),
  isDecided: z.boolean(),
})
export type IncidentGroup = z.output<typeof IncidentGroup>

/** How far back a list looks that does not say so. */
export const incidentDays = 7

const Scope = z.strictObject({
  testId: Id.optional(),
  days: InDigits(z.number().int().min(1).max(365)).optional(),
})
const filters = {
  ...Scope.shape,
  state: z.enum(['open', 'decided', 'all']).optional(),
  /** A day at the institute: only incidents about which something was decided then. */
  decidedOn: z.iso.date('Enter the day as year-month-day').optional(),
}

export const listIncidents = endpoint({
  method: 'GET',
  path: '/api/incidents',
  access: 'attempts.adjust',
  summary:
    'What ended or nearly ended attempts, over all tests: clusters first, then single ones, newest first; search finds tests and students.',
  query: listQuery(['newest']).extend(filters),
  reply: z.array(IncidentGroup),
  isList: true,
  refusals: [],
})

export const exportIncidents = endpoint({
  method: 'GET',
  path: '/api/incidents/export',
  access: 'attempts.adjust',
  needsRecentLogin: true,
  summary:
    'The same list as a file, whole, one row a student; each export is written to the audit log.',
  query: exportQuery(['newest']).extend(filters),
  reply: z.unknown(),
  contentType: 'table',
  refusals: [],
})

export const countIncidents = endpoint({
  method: 'GET',
  path: '/api/incidents/count',
  access: 'attempts.adjust',
  summary: 'How many incidents are open and decided; a cluster is one.',
  query: Scope,
  reply: z.object({ open: z.int(), decided: z.int() }),
  refusals: [],
})

/** Why one of the chosen incidents is as it was. */
const reasonsLeft = [...misfits, 'decided'] as const
const SkippedIncident = z.object({ _id: Id, studentName: z.string(), because: z.enum(reasonsLeft) })
export type SkippedIncident = z.output<typeof SkippedIncident>

export const decideIncidents = endpoint({
  method: 'POST',
  path: '/api/incidents/decide',
  access: 'attempts.adjust',
  summary:
    'Decides about incidents in one transaction: those of one cluster, or single ones of any tests. Those that the outcome does not fit stay open and are named, and so are single ones that somebody else has decided, which stay as they are; sent again with the same id, it answers the same.',
  body: z.strictObject({
    /** Made by the client, so that a call sent again counts once. */
    decisionId: Id,
    /** The cluster that they stand in; without it each is decided as a single one. */
    groupId: Id.optional(),
    incidents: z
      .array(z.strictObject({ _id: Id, attemptId: Id }))
      .min(1)
      .max(5_000),
    outcome: z.enum(outcomes),
    why: Why,
    /** For an attempt that goes on, and for another one. */
    confirm,
  }),
  reply: z.object({
    message: z.string(),
    wouldReveal: WouldReveal,
    at: Instant,
    decided: z.array(Id),
    left: z.array(SkippedIncident),
  }),
  refusals: ['incident-not-found', 'incident-decided', 'key-still-needed'],
})

export const revertDecision = endpoint({
  method: 'POST',
  path: '/api/incidents/take-back',
  access: 'attempts.adjust',
  summary:
    'Opens incidents again that were decided without consequence, kept as they are, or whose attempts were void; those count again.',
  body: z.strictObject({ decisionId: Id, why: Why }),
  reply: z.object({ message: z.string(), opened: z.int() }),
  refusals: [],
})

/** The latest incident of an attempt, for its student. */
export const OwnIncident = z.object({
  _id: Id,
  kind: z.enum(incidentKinds),
  at: Instant,
  /** Until when the student may say what happened; null once they have, or it is too late. */
  canWriteUntil: Instant.nullable(),
  statement: z.string().nullable(),
  outcome: z
    .object({
      outcome: z.enum(outcomes),
      why: z.string(),
      at: Instant,
      /** Its student has put it away. */
      isDismissed: z.literal(true).optional(),
    })
    .nullable(),
})
export type OwnIncident = z.output<typeof OwnIncident>

export const writeStatement = endpoint({
  method: 'POST',
  path: '/api/students/attempts/:attemptId/statement',
  access: 'student',
  summary:
    'The student says in one sentence what happened, within 24 hours; the same sentence sent again changes nothing.',
  params: z.object({ attemptId: Id }),
  body: z.strictObject({
    incidentId: Id,
    text: VisibleLine('Write one sentence').refine(
      (text) => text.length <= maxStatementLength,
      `Use ${maxStatementLength} characters or fewer`,
    ),
  }),
  reply: z.object({ message: z.string() }),
  refusals: ['attempt-not-found', 'incident-not-found', 'statement-too-late', 'statement-written'],
})

export const dismissOutcome = endpoint({
  method: 'POST',
  path: '/api/students/attempts/:attemptId/outcome',
  access: 'student',
  summary:
    'Takes the line about a decided incident off the student’s panel, or puts it back; a newer decision has a line of its own.',
  params: z.object({ attemptId: Id }),
  body: z.strictObject({
    incidentId: Id,
    /** The time of the decision that the student has read. */
    decidedAt: Instant,
    isDismissed: z.boolean(),
  }),
  reply: z.object({ message: z.string() }),
  refusals: ['attempt-not-found', 'incident-not-found'],
})
