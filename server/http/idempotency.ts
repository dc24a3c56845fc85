import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from '../database/database.ts'
import type { IdempotencyKeyRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { sendRefusal } from './error-handler.ts'
import type { Uploads } from './uploads.ts'

const header = 'idempotency-key'
const keptMs = 24 * 60 * 60 * 1000

/** A request's key and body as digests, from which no personal data can be found. */
export type IdempotencyKey = { readonly keyHash: string; readonly bodyHash: string }

const outcomeColumns = [
  'account_id',
  'exam_id',
  'enquiry_id',
  'students_added',
  'students_found',
] as const
/** The result of the call; all of it is null only while another call is creating it. */
type Outcome = Pick<IdempotencyKeyRow, (typeof outcomeColumns)[number]>

export function refuseMalformedKey(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  const key = request.headers[header]
  if (key === undefined || (typeof key === 'string' && /^[\w-]{16,64}$/.test(key))) return done()
  const fields = { [header]: 'Use 16 to 64 letters, digits, - and _' }
  sendRefusal(reply, { refused: 'invalid-input', fields })
}

/** Keys are separate per endpoint and per account. */
export function readIdempotencyKey(
  { hmac }: Pick<Deps, 'hmac'>,
  { path }: Endpoint,
  { headers, body, uploads = {}, session }: FastifyRequest,
): IdempotencyKey | null {
  const key = headers[header]
  if (typeof key !== 'string') return null
  const text = JSON.stringify([sortEntries(body as object), listDigests(uploads)])
  return {
    keyHash: hash('sha256', [path, session?.user.id ?? '', key].join(' '), 'base64url'),
    bodyHash: hmac('idempotency', text),
  }
}

function sortEntries(fields: object) {
  return Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))
}

function listDigests(uploads: Uploads) {
  return sortEntries(uploads).map(([name, { digest }]) => [name, digest])
}

/** In the caller's transaction. Null when the key is new and now belongs to this request. */
export async function claimKey(
  tx: Db,
  { keyHash, bodyHash }: IdempotencyKey,
  at: number,
): Promise<Outcome | 'other-body' | null> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('key_hash', '=', keyHash)
    .where('created_at', '<=', at - keptMs)
    .execute()
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({
      key_hash: keyHash,
      body_hash: bodyHash,
      account_id: null,
      exam_id: null,
      enquiry_id: null,
      students_added: null,
      students_found: null,
      created_at: at,
    })
    // On PostgreSQL this waits for another call with the same key to commit.
    .onConflict((clash) => clash.column('key_hash').doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) return null
  return findOutcome(tx, { keyHash, bodyHash }, at)
}

/** Null when the key was not used within 24 hours. */
export async function findOutcome(
  db: Db,
  { keyHash, bodyHash }: IdempotencyKey,
  at: number,
): Promise<Outcome | 'other-body' | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', ...outcomeColumns])
    .where('key_hash', '=', keyHash)
    .where('created_at', '>', at - keptMs)
    .executeTakeFirst()
  if (!row) return null
  return row.body_hash === bodyHash ? row : 'other-body'
}

/** In the transaction of the claim. */
export async function saveOutcome(tx: Db, { keyHash }: IdempotencyKey, outcome: Partial<Outcome>) {
  await tx.updateTable('idempotency_keys').set(outcome).where('key_hash', '=', keyHash).execute()
}

/** Called in the transaction of the claim: nothing was created, so the key is free again. */
export async function releaseKey(tx: Db, { keyHash }: IdempotencyKey) {
  await tx.deleteFrom('idempotency_keys').where('key_hash', '=', keyHash).execute()
}

export async function sweepIdempotencyKeys({ db, now }: Deps): Promise<void> {
  await db.write((tx) =>
    tx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<=', now() - keptMs)
      .execute(),
  )
}
