import { copyPaper } from '#core/exams/copy-paper.ts'
import type { Paper } from '#core/exams/exam.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { claimKey, findOutcome, type IdempotencyKey, saveOutcome } from '../http/idempotency.ts'
import type { Actor } from '../http/session.ts'
import { findCreatedBefore, type SavedExam, saveRevision } from './create-exam.ts'
import { copyKeyCorrections } from './grading-queries.ts'
import { type Exam, findExam, getPaper, listImageRows, saveExam } from './queries.ts'
import { removeImages, type StoredImage } from './read-questions.ts'

type DuplicateExamInput = {
  readonly id: string
  readonly title: string
  readonly sentOnce: IdempotencyKey | null
  readonly actor: Actor
}

/** The test as it is now, with its corrected answers; not its windows, attempts and releases. */
export async function duplicateExam(
  deps: Deps,
  { id, title, sentOnce, actor }: DuplicateExamInput,
): Promise<SavedExam | Refusal<'test-not-found' | 'test-sent-before'>> {
  const { db, newId } = deps
  const before = sentOnce && (await findOutcome(db.read, sentOnce, deps.now()))
  if (before) return findCreatedBefore(db.read, before)
  const original = await findExam(db.read, id)
  if (!original) return refuse('test-not-found')

  const source = await getPaper(db.read, original.revisionId)
  const { images, stored } = await copyImages(deps, source)
  const paper = copyPaper(source, { title, images })
  const created = await db.write(async (tx) => {
    const at = deps.now()
    const claimed = sentOnce && (await claimKey(tx, sentOnce, at))
    if (claimed) return { before: await findCreatedBefore(tx, claimed) }
    const exam: Exam = {
      ...original,
      id: newId(),
      revisionId: newId(),
      title,
      createdAt: at,
      releasedAt: null,
      resultsReleasedAt: null,
    }
    await saveExam(tx, exam)
    if (sentOnce) await saveOutcome(tx, sentOnce, { exam_id: exam.id })
    await saveRevision(tx, exam, paper, stored, at)
    const questionIds = paper.questions.map((question) => question.id)
    const revisions = { from: original.revisionId, to: exam.revisionId }
    await copyKeyCorrections(tx, revisions, questionIds)
    await audit(tx, deps, { actor, action: 'exam.created', subject: exam.id }, at)
    return { exam, paper }
  })
  if (created.before === undefined) return created
  await removeImages(deps, stored)
  return created.before
}

/** Copies are on disk when this answers, and in no row yet. One whose file is lost has none. */
async function copyImages(deps: Deps, paper: Paper) {
  const images = new Map<string, string>()
  const stored: StoredImage[] = []
  try {
    for (const { id: original, width, height } of await listImageRows(deps.db.read, paper)) {
      const png = await deps.images.load(original)
      if (!png) continue
      const id = deps.newId()
      stored.push({ id, width, height })
      await deps.images.save(id, png)
      images.set(original, id)
    }
  } catch (error) {
    await removeImages(deps, stored)
    throw error
  }
  return { images, stored }
}
