import type { KeyReveal } from '#contract/key-guard.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { refuseUnconfirmed } from '../exams/key-guard.ts'
import { findExam } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import { findStudentName } from '../students/queries.ts'
import { addExtraAttempt } from './adjustment-queries.ts'
import { countAttempts, countExtraAttempts } from './count-queries.ts'
import { findKeyReveal } from './key-guard.ts'

type GrantAttemptInput = {
  readonly examId: string
  readonly studentId: string
  readonly why: string
  /** False asks before a key is known by whom the attempt lets sit. */
  readonly confirm?: boolean | undefined
  readonly actor: Actor
}

/** One attempt more than the exam allows. */
export function grantAttempt(
  deps: Deps,
  { examId, studentId, why, confirm, actor }: GrantAttemptInput,
): Promise<
  | (Pick<KeyReveal, 'wouldReveal'> & { message: string })
  | Refusal<'test-not-found' | 'student-not-found' | 'key-still-needed'>
> {
  const { db, now, newId } = deps
  return db.write(async (tx) => {
    const exam = await findExam(tx, examId)
    if (!exam) return refuse('test-not-found')
    const name = await findStudentName(tx, studentId)
    if (name === undefined) return refuse('student-not-found')

    const at = now()
    const act = { kind: 'grant', studentIds: new Set([studentId]) } as const
    const reveal = await findKeyReveal(tx, exam, act, at)
    const unconfirmed = refuseUnconfirmed(reveal, confirm)
    if (unconfirmed) return unconfirmed

    await addExtraAttempt(tx, { id: newId(), examId, studentId }, at)
    const event = { actor, action: 'attempt.granted', subject: studentId } as const
    await audit(tx, deps, { ...event, detail: { testId: examId }, values: { why } }, at)
    const used = await countAttempts(tx, studentId, examId)
    const granted = (await countExtraAttempts(tx, studentId)).get(examId) ?? 0
    return {
      message: toGrantMessage(name, exam.attemptsAllowed + granted - used),
      wouldReveal: reveal.wouldReveal,
    }
  })
}

function toGrantMessage(name: string, left: number): string {
  return left > 1
    ? `${name} may take this test ${left} more times.`
    : `${name} may take this test once more.`
}
