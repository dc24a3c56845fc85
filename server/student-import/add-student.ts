import type { z } from 'zod'
import type { addStudent as contract } from '#contract/student-import.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { IdempotencyKey } from '../http/idempotency.ts'
import type { Actor } from '../http/session.ts'
import {
  type ImportDeps,
  type ImportResult,
  importStudents,
  takenError,
} from './import-students.ts'

type AddStudentInput = {
  readonly body: z.output<typeof contract.body>
  readonly actor: Actor
  readonly sentOnce: IdempotencyKey | null
  readonly key: string | undefined
}

const line = 1

/** An import of one row, which must be somebody new. */
export async function addStudent(
  deps: ImportDeps,
  { body, ...input }: AddStudentInput,
): Promise<
  ImportResult | Refusal<'invalid-input' | 'email-taken' | 'import-sent-before' | 'batch-not-found'>
> {
  const { batchId, deliver, ...values } = body
  const rows = [{ line, values }]
  const added = await importStudents(deps, { ...input, rows, batchId, deliver, isOnlyNew: true })
  if (!isRefusal(added)) return added
  const { refused, fields = {} } = added
  if (refused !== 'import-faulty') return refuse(refused)
  const named: Record<string, string> = {}
  for (const [place, message] of Object.entries(fields)) {
    named[place.split('.').at(-1) ?? ''] = message
  }
  return named.email === takenError.message
    ? refuse('email-taken', named)
    : refuse('invalid-input', named)
}
