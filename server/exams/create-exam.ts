import type { z } from 'zod'
import type { createExam as createEndpoint } from '#contract/exams.ts'
import type { Paper } from '#core/exams/exam.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { claimKey, findOutcome, type IdempotencyKey, saveOutcome } from '../http/idempotency.ts'
import type { Actor } from '../http/session.ts'
import type { Uploads } from '../http/uploads.ts'
import { addImage, addRevision, type Exam, findExam, getPaper, saveExam } from './queries.ts'
import { readQuestions, removeImages, type StoredImage } from './read-questions.ts'

type CreateExamBody = z.output<typeof createEndpoint.body>

/** A repeated call with the same key returns the test that was created, and creates no other. */
export async function createExam(
  deps: Deps,
  input: { body: CreateExamBody; uploads: Uploads; sentOnce: IdempotencyKey | null; actor: Actor },
): Promise<
  SavedExam | Refusal<'test-faulty' | 'image-faulty' | 'test-sent-before' | 'test-not-found'>
> {
  const { body, uploads, sentOnce, actor } = input
  const before = sentOnce && (await findOutcome(deps.db.read, sentOnce, deps.now()))
  if (before) return findCreatedBefore(deps.db.read, before)
  const read = await readQuestions(deps, { questions: body.questions, uploads, before: null })
  if (isRefusal(read)) return read

  const paper: Paper = {
    title: body.title,
    durationMinutes: body.duration,
    questions: read.questions,
    integrityMode: body.integrityMode,
    ...(body.navigation === 'free' && { navigation: body.navigation }),
  }
  const created = await deps.db.write(async (tx) => {
    const at = deps.now()
    const claimed = sentOnce && (await claimKey(tx, sentOnce, at))
    if (claimed) return { before: await findCreatedBefore(tx, claimed) }
    const exam: Exam = {
      id: deps.newId(),
      revisionId: deps.newId(),
      title: paper.title,
      durationMinutes: paper.durationMinutes,
      questionCount: paper.questions.length,
      integrityMode: body.integrityMode,
      attemptsAllowed: body.attemptsAllowed,
      shuffleOptions: body.shuffleOptions,
      navigation: body.navigation,
      countedAttempt: body.countedAttempt,
      releasedAt: null,
      resultsReleasedAt: null,
      createdAt: at,
    }
    await saveExam(tx, exam)
    if (sentOnce) await saveOutcome(tx, sentOnce, { exam_id: exam.id })
    await saveRevision(tx, exam, paper, read.images, at)
    await audit(tx, deps, { actor, action: 'exam.created', subject: exam.id }, at)
    return { exam, paper }
  })
  if (created.before === undefined) return created
  await removeImages(deps, read.images)
  return created.before
}

export async function findCreatedBefore(
  db: Db,
  outcome: Exclude<Awaited<ReturnType<typeof findOutcome>>, null>,
): Promise<SavedExam | Refusal<'test-sent-before' | 'test-not-found'>> {
  if (outcome === 'other-body') return refuse('test-sent-before')
  const exam = await findExam(db, outcome.exam_id ?? '')
  if (!exam) return refuse('test-not-found')
  return { exam, paper: await getPaper(db, exam.revisionId) }
}

export type SavedExam = { readonly exam: Exam; readonly paper: Paper }

export async function saveRevision(
  tx: Db,
  exam: Exam,
  paper: Paper,
  images: readonly StoredImage[],
  at: number,
) {
  await addRevision(tx, { id: exam.revisionId, examId: exam.id, paper }, at)
  for (const { id, width, height } of images) await addImage(tx, { id, width, height }, at)
}
