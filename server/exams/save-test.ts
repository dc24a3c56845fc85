import type { z } from 'zod'
import type { AuditAction } from '#contract/audit-log.ts'
import type { updateExam as updateContract } from '#contract/exams.ts'
import { getIntegrityMode, type Paper } from '#core/exams/exam.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { type Actor, audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { Uploads } from '../http/uploads.ts'
import { readQuestions, removeImages } from './read-questions.ts'
import { type SavedExam, saveRevision } from './save-revision.ts'
import {
  carryCorrections,
  type Exam,
  examById,
  examToChange,
  examWithCount,
  paperOf,
  saveExam,
  versionOf,
} from './store.ts'

type Change = z.output<typeof updateContract.body>

export async function updateTest(
  deps: Deps,
  given: { id: string; body: Change; uploads: Uploads; actor: Actor },
): Promise<
  SavedExam | Refusal<'test-not-found' | 'test-changed' | 'test-faulty' | 'image-faulty'>
> {
  const { id, body, uploads, actor } = given
  const before = await examById(deps.db.read, id)
  if (!before) return refuse('test-not-found')
  if (isOvertaken(before, body)) return refuse('test-changed')
  const oldPaper = await paperOf(deps.db.read, before.revisionId)
  const read = body.questions
    ? await readQuestions(deps, { questions: body.questions, uploads, before: oldPaper })
    : { questions: oldPaper.questions, images: [] }
  if (isRefusal(read)) return read

  const saved = await deps.db.write(async (tx) => {
    const exam = await examToChange(tx, id)
    if (!exam) return refuse('test-not-found')
    if (isOvertaken(exam, body)) return refuse('test-changed')

    const at = deps.now()
    const current = await paperOf(tx, exam.revisionId)
    const paper: Paper = {
      title: body.title ?? current.title,
      durationMinutes: body.duration ?? current.durationMinutes,
      questions: body.questions ? read.questions : current.questions,
      integrityMode: body.integrityMode ?? exam.integrityMode,
    }
    const before = { ...current, integrityMode: getIntegrityMode(current, exam) }
    const isNewPaper = JSON.stringify(paper) !== JSON.stringify(before)
    const changed: Exam = {
      ...exam,
      revisionId: isNewPaper ? deps.newId() : exam.revisionId,
      title: paper.title,
      durationMinutes: paper.durationMinutes,
      questionCount: paper.questions.length,
      integrityMode: paper.integrityMode ?? exam.integrityMode,
      attemptsAllowed: body.attemptsAllowed ?? exam.attemptsAllowed,
      shuffleOptions: body.shuffleOptions ?? exam.shuffleOptions,
      releasedAt: releasedAt(exam, body.released, at),
    }
    await saveExam(tx, changed)
    if (isNewPaper) {
      await saveRevision(tx, changed, paper, read.images, at)
      await carryCorrections(
        tx,
        { from: exam.revisionId, to: changed.revisionId },
        unchanged(current, paper),
      )
    }
    const detail = { fields: changedFields({ ...exam, paper: before }, { ...changed, paper }) }
    await audit(tx, deps, { actor, action: actionOf(exam, changed), subject: id, detail }, at)
    const counted = await examWithCount(tx, id)
    return { exam: counted ?? { ...changed, attemptCount: 0 }, paper }
  })
  if (isRefusal(saved)) await removeImages(deps, read.images)
  return saved
}

function isOvertaken(exam: Exam, { basedOn }: Change): boolean {
  return basedOn !== undefined && basedOn !== versionOf(exam)
}

/** Questions that stand on both papers as they are, key included: a mended key goes on for them. */
function unchanged(before: Paper, after: Paper): string[] {
  const known = new Set(before.questions.map((question) => JSON.stringify(question)))
  return after.questions
    .filter((question) => known.has(JSON.stringify(question)))
    .map(({ id }) => id)
}

function releasedAt(exam: Exam, released: boolean | undefined, at: number): number | null {
  if (released === undefined) return exam.releasedAt
  return released ? (exam.releasedAt ?? at) : null
}

function actionOf(before: Exam, after: Exam): AuditAction {
  if (before.releasedAt === null && after.releasedAt !== null) return 'exam.released'
  if (before.releasedAt !== null && after.releasedAt === null) return 'exam.unreleased'
  return 'exam.updated'
}

type Version = Exam & { readonly paper: Paper }

function changedFields(before: Version, after: Version): string[] {
  const isSame = {
    title: before.title === after.title,
    duration: before.durationMinutes === after.durationMinutes,
    questions: JSON.stringify(before.paper.questions) === JSON.stringify(after.paper.questions),
    integrityMode: before.integrityMode === after.integrityMode,
    attemptsAllowed: before.attemptsAllowed === after.attemptsAllowed,
    shuffleOptions: before.shuffleOptions === after.shuffleOptions,
    released: (before.releasedAt === null) === (after.releasedAt === null),
  }
  return Object.entries(isSame).flatMap(([field, same]) => (same ? [] : [field]))
}
