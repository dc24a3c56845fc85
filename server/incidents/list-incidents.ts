import type { z } from 'zod'
import {
  type listIncidents as contract,
  type IncidentGroup,
  type IncidentMember,
  incidentDays,
  type OwnIncident,
} from '#contract/incidents.ts'
import { formatInstituteDay } from '#contract/institute-clock.ts'
import { forcedReasons, getEffectiveAttempt } from '#core/attempts/attempt.ts'
import { clusterIncidents, type IncidentCluster } from '#core/proctoring/incident-clusters.ts'
import {
  computeTimeLeftMs,
  computeTimeLostMs,
  findMisfit,
  getStatementDeadline,
  type Misfit,
  type Outcome,
  outcomes,
  proposeOutcome,
} from '#core/proctoring/incident-outcomes.ts'
import { matchesSearch } from '#core/text.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'
import { countAnswers } from '../attempts/count-queries.ts'
import type { Db } from '../database/database.ts'
import { type CountedPage, slicePage, withRows } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import { getPapers } from '../exams/queries.ts'
import { toInstant } from '../http/serialize.ts'
import {
  countRunningAt,
  findAttemptsWithIncidents,
  findEventfulAttempts,
  hasOutageNearby,
} from './eventful-attempts.ts'
import { type IncidentRecord, loadIncidents, needsReview } from './incident-queries.ts'

const dayMs = 24 * 60 * 60_000

type IncidentQuery = z.output<typeof contract.query>
type Group = IncidentCluster<IncidentRecord>

export type IncidentFilters = Pick<
  IncidentQuery,
  'search' | 'state' | 'testId' | 'days' | 'decidedOn'
>

export async function listIncidentGroups(
  deps: Deps,
  query: IncidentQuery,
): Promise<CountedPage<IncidentGroup>> {
  const at = deps.now()
  const page = slicePage(await findIncidentGroups(deps, query, at), query)
  return withRows(page, await serializeGroups(deps.db.read, page.rows, at))
}

/** Clusters first, then single ones, each newest first. */
export async function findIncidentGroups(
  deps: Pick<Deps, 'db'>,
  { state = 'all', search = '', decidedOn, ...scope }: IncidentFilters,
  at: number,
): Promise<readonly Group[]> {
  const groups = await loadGroups(deps, scope, at)
  return groups.filter(
    (group) =>
      (state === 'all' || isGroupDecided(group) === (state === 'decided')) &&
      (decidedOn === undefined || isDecidedOn(group, decidedOn)) &&
      matchesSearch(search, listNames(group)),
  )
}

export async function countIncidentGroups(
  deps: Deps,
  query: Pick<IncidentQuery, 'testId' | 'days'>,
): Promise<{ open: number; decided: number }> {
  const groups = await loadGroups(deps, query, deps.now())
  const decided = groups.filter(isGroupDecided).length
  return { open: groups.length - decided, decided }
}

async function loadGroups(
  { db }: Pick<Deps, 'db'>,
  { testId, days = incidentDays }: Pick<IncidentQuery, 'testId' | 'days'>,
  at: number,
): Promise<Group[]> {
  const since = at - days * dayMs
  const attemptIds = await findAttemptsWithIncidents(db.read, { since, examId: testId })
  const records = await loadIncidents(db.read, attemptIds)
  const listed = records.filter((record) => record.at >= since && needsReview(record))
  return clusterIncidents(listed).toSorted(compareGroups)
}

function listNames({ members }: Group): string[] {
  return members.flatMap(({ examTitle, studentName }) => [examTitle, studentName])
}

function compareGroups(one: Group, other: Group): number {
  const rank = ({ members }: Group) => (members.length > 1 ? 0 : 1)
  return rank(one) - rank(other) || other.at - one.at || (one.id < other.id ? -1 : 1)
}

function isGroupDecided({ members }: Group): boolean {
  return members.every(({ decision }) => decision !== null)
}

function isDecidedOn({ members }: Group, day: string): boolean {
  return members.some(({ decision }) => decision && formatInstituteDay(decision.at) === day)
}

export async function serializeGroups(
  db: Db,
  groups: readonly Group[],
  at: number,
): Promise<IncidentGroup[]> {
  const all = groups.flatMap(({ members }) => members)
  const answered = await countAnswers(
    db,
    all.map(({ attemptId }) => attemptId),
  )
  const papers = await getPapers(
    db,
    all.map(({ attempt }) => attempt.revisionId),
  )
  const rows: IncidentGroup[] = []
  for (const group of groups) {
    const members = group.members.map((record) =>
      toMember(record, at, {
        answered: answered.get(record.attemptId) ?? 0,
        total: papers.get(record.attempt.revisionId)?.questions.length ?? 0,
      }),
    )
    rows.push({
      _id: group.id,
      testId: group.examId,
      testTitle: group.members[0]?.examTitle ?? '',
      kind: group.kind,
      at: toInstant(group.at),
      running: members.length > 1 ? await countRunningAt(db, group.examId, group.at) : 1,
      members,
      proposed: proposeForAll(group, at),
      isDecided: isGroupDecided(group),
    })
  }
  return rows
}

/** Proposes the outcome that helps most; attempts it does not fit are skipped. */
function proposeForAll({ members }: Group, at: number): Outcome | null {
  const open = members.filter(({ decision }) => decision === null)
  const proposed = open.map(({ incident, attempt }) => proposeOutcome(incident, attempt, at))
  return proposed.find((one) => one !== null) ?? null
}

function toMember(
  { incident, attempt, decision, statement, studentName, studentIdentifier }: IncidentRecord,
  at: number,
  { answered, total }: { readonly answered: number; readonly total: number },
): IncidentMember {
  const { finishedAt } = getEffectiveAttempt(attempt, at)
  const fits = outcomes.flatMap((outcome): [Outcome, Misfit][] => {
    const misfit = findMisfit(outcome, incident, attempt, at)
    return misfit ? [[outcome, misfit]] : []
  })
  return {
    _id: incident.id,
    attemptId: attempt.id,
    studentId: attempt.studentId,
    studentName,
    ...(studentIdentifier !== null && { studentIdentifier }),
    at: toInstant(incident.at),
    durationMs: incident.durationMs,
    ended: incident.end && { at: toInstant(incident.end.at), reason: incident.end.reason },
    status: attempt.isVoid ? 'void' : finishedAt === null ? 'running' : 'ended',
    answered,
    totalQuestions: total,
    leftMs: Math.max(0, computeTimeLeftMs(incident, attempt, at)),
    lostMs: computeTimeLostMs(incident, attempt, at),
    misfits: Object.fromEntries(fits),
    statement: statement && { text: statement.text, at: toInstant(statement.at) },
    decision: decision && {
      _id: decision.id,
      outcome: decision.outcome,
      why: decision.why,
      at: toInstant(decision.at),
      by: decision.by,
      givenMs: decision.givenMs,
      together: decision.together,
    },
  }
}

/** How long a student is shown the decision. */
const newsForMs = 7 * dayMs
const shownForMs = 30 * dayMs

/**
 * By attempt: what happened last, while its student may write about it or is shown the outcome. An
 * end that was to come gives way to everything else until something is said of it.
 */
export async function listOwnIncidents(
  db: Db,
  attempts: readonly AttemptRecord[],
  at: number,
): Promise<ReadonlyMap<string, OwnIncident>> {
  const own = new Map<string, OwnIncident>()
  for (const record of await loadIncidents(db, await findRecent(db, attempts, at))) {
    const { incident, attempt, decision, statement, attemptId } = record
    const deadline = getStatementDeadline(incident)
    const isNews = decision !== null && at < decision.at + newsForMs
    const isHarmed = incident.end !== null || incident.kind === 'offline'
    const isOpen = isHarmed && decision === null && (statement !== null || at < deadline)
    if (!isOpen && !isNews) continue
    if (record.isPassing && !(await hasOutageNearby(db, record))) continue
    const isUndone = incident.end?.at !== attempt.finishedAt
    if (!needsReview(record) && (isUndone || own.has(attemptId))) continue
    own.set(attemptId, {
      _id: incident.id,
      kind: incident.kind,
      at: toInstant(incident.at),
      canWriteUntil: statement || at >= deadline ? null : toInstant(deadline),
      statement: statement?.text ?? null,
      outcome: decision && {
        outcome: decision.outcome,
        why: decision.why,
        at: toInstant(decision.at),
        ...(decision.isDismissed && { isDismissed: true as const }),
      },
    })
  }
  return own
}

/** Most students have had no incident: then nothing more is read. */
async function findRecent(db: Db, attempts: readonly AttemptRecord[], at: number) {
  const recent = attempts.filter(
    ({ finishedAt }) => finishedAt === null || finishedAt > at - shownForMs,
  )
  const eventful = await findEventfulAttempts(
    db,
    recent.map(({ id }) => id),
  )
  const hasEnd = ({ finishReason, finishedAt, reopenedAt }: AttemptRecord) =>
    reopenedAt !== null ||
    forcedReasons.some((reason) => reason === finishReason) ||
    (finishedAt !== null && finishReason !== 'Completed' && finishedAt > at - dayMs)
  return recent.filter((attempt) => eventful.has(attempt.id) || hasEnd(attempt)).map(({ id }) => id)
}
