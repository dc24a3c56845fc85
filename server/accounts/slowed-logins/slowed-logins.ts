import type { ExemptionPeriod, ThrottledNetwork } from '#contract/accounts.ts'
import { getInstituteTime } from '#contract/institute-clock.ts'
import { getExemptionEnd } from '#core/accounts/throttling-exemption.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { audit, systemActor } from '../../audit-log/audit.ts'
import type { Db } from '../../database/database.ts'
import type { Deps } from '../../deps.ts'
import { toInstant } from '../../http/serialize.ts'
import type { Actor } from '../../http/session.ts'
import {
  deleteEndedLetIn,
  listEndedLetIns,
  listLetInNetworks,
  saveLetInNetwork,
} from './queries.ts'

/** Queries of slices to the right of accounts are passed in by the app. */
export type SlowedLoginDeps = Deps & {
  readonly isAnyExamReleased: (db: Db) => Promise<boolean>
  readonly findStudentNames: (
    db: Db,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
}

/** Only while a test is released: at other times no student needs to get in. */
export async function listSlowedNetworks(deps: SlowedLoginDeps): Promise<{
  slowed: ThrottledNetwork[]
  letIn: { network: string; endsAt: string }[]
}> {
  const { db, limits, now } = deps
  if (!(await deps.isAnyExamReleased(db.read))) return { slowed: [], letIn: [] }
  const at = now()
  const letIn = await listLetInNetworks(db.read, at)
  const networks = await limits.listSlowedNetworks()
  const slowed = networks.filter(({ network }) => !letIn.some((row) => row.network === network))
  const subjects = slowed.flatMap(({ waiting }) => waiting.map(({ subject }) => subject))
  const names = await deps.findStudentNames(db.read, subjects)
  return {
    slowed: slowed.map(({ network, failures, seconds, waiting }) => ({
      network,
      failures,
      minutes: Math.max(1, Math.ceil(seconds / 60)),
      waiting: waiting.flatMap(({ subject, lastTryAt, tries, retryAfterSeconds }) => {
        const name = names.get(subject)
        if (name === undefined) return []
        const waitsUntil = toInstant(at + retryAfterSeconds * 1000)
        return [{ _id: subject, name, lastTryAt: toInstant(lastTryAt), tries, waitsUntil }]
      }),
    })),
    letIn: letIn.map(({ network, ends_at }) => ({ network, endsAt: toInstant(ends_at) })),
  }
}

type LetNetworkInInput = {
  readonly network: string
  readonly period: ExemptionPeriod
  readonly actor: Actor
}

/** Each account there keeps its own limit of wrong passwords. */
export async function letNetworkIn(
  deps: Deps,
  { network, period, actor }: LetNetworkInInput,
): Promise<{ endsAt: number } | Refusal<'network-not-slowed'>> {
  const { db, limits, now } = deps
  const at = now()
  const slowed = await limits.listSlowedNetworks()
  const letIn = await listLetInNetworks(db.read, at)
  // If pressed twice, or by two admins, the later one counts.
  const isKnown = [...slowed, ...letIn].some((row) => row.network === network)
  if (!isKnown) return refuse('network-not-slowed')

  const endsAt = getExemptionEnd(period, at, getInstituteTime(at))
  await db.write(async (tx) => {
    await saveLetInNetwork(tx, { network, let_in_at: at, ends_at: endsAt })
    const minutes = Math.round((endsAt - at) / 60_000)
    const event = {
      actor,
      action: 'network.let-in',
      detail: { minutes },
      values: { network },
    } as const
    await audit(tx, deps, event, at)
  })
  await limits.forgiveNetwork(network)
  return { endsAt }
}

/** It has already ended by itself; this records it in the audit log, once. */
export async function endLetIns(deps: Deps): Promise<void> {
  const { db, now } = deps
  const at = now()
  for (const network of await listEndedLetIns(db.read, at)) {
    await db.write(async (tx) => {
      const endedAt = await deleteEndedLetIn(tx, network, at)
      if (endedAt === null) return
      const event = {
        actor: systemActor,
        action: 'network.let-in-ended',
        values: { network },
      } as const
      await audit(tx, deps, event, endedAt)
    })
  }
}
