import type { z } from 'zod'
import type { AuditAction } from '#contract/audit-log.ts'
import type { updateExam as updateEndpoint } from '#contract/exams.ts'
import { getIntegrityMode, type Paper } from '#core/exams/exam.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import type { Uploads } from '../http/uploads.ts'
import { type SavedExam, saveRevision } from './create-exam.ts'
import { copyKeyCorrections } from './grading-queries.ts'
import { type Exam, findExam, getPaper, lockExam, saveExam, toVersion } from './queries.ts'
import { readQuestions, removeImages } from './read-questions.ts'

type UpdateExamBody = z.output<typeof updateEndpoint.body>

export async function updateExam(
  deps: Deps,
  input: { id: string; body: UpdateExamBody; uploads: Uploads; actor: Actor },
): Promise<
  SavedExam | Refusal<'test-not-found' | 'test-changed' | 'test-faulty' | 'image-faulty'>
> {
  const { id, body, uploads, actor } = input
  const before = await findExam(deps.db.read, id)
  if (!before) return refuse('test-not-found')
  if (isStale(before, body)) return refuse('test-changed')
  const oldPaper = await getPaper(deps.db.read, before.revisionId)
  const read = body.questions
    ? await readQuestions(deps, { questions: body.questions, uploads, before: oldPaper })
    : { questions: oldPaper.questions, images: [] }
  if (isRefusal(read)) return read

  const saved = await deps.db.write(async (tx) => {
    const exam = await lockExam(tx, id)
    if (!exam) return refuse('test-not-found')
    if (isStale(exam, body)) return refuse('test-changed')

    const at = deps.now()
    const current = await getPaper(tx, exam.revisionId)
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
      releasedAt: resolveReleasedAt(exam, body.released, at),
    }
    await saveExam(tx, changed)
    if (isNewPaper) {
      await saveRevision(tx, changed, paper, read.images, at)
      await copyKeyCorrections(
        tx,
        { from: exam.revisionId, to: changed.revisionId },
        listUnchangedQuestions(current, paper),
      )
    }
    const detail = { fields: changedFields({ ...exam, paper: before }, { ...changed, paper }) }
    await audit(tx, deps, { actor, action: toAuditAction(exam, changed), subject: id, detail }, at)
    return { exam: changed, paper }
  })
  if (isRefusal(saved)) await removeImages(deps, read.images)
  return saved
}

function isStale(exam: Exam, { basedOn }: UpdateExamBody): boolean {
  return basedOn !== undefined && basedOn !== toVersion(exam)
}

/** Questions that are on both papers unchanged, key included: their corrected key carries over. */
function listUnchangedQuestions(before: Paper, after: Paper): string[] {
  const known = new Set(before.questions.map((question) => JSON.stringify(question)))
  return after.questions
    .filter((question) => known.has(JSON.stringify(question)))
    .map(({ id }) => id)
}

function resolveReleasedAt(exam: Exam, released: boolean | undefined, at: number): number | null {
  if (released === undefined) return exam.releasedAt
  return released ? (exam.releasedAt ?? at) : null
}

function toAuditAction(before: Exam, after: Exam): AuditAction {
  if (before.releasedAt === null && after.releasedAt !== null) return 'exam.released'
  if (before.releasedAt !== null && after.releasedAt === null) return 'exam.unreleased'
  return 'exam.updated'
}

type ExamVersion = Exam & { readonly paper: Paper }

function changedFields(before: ExamVersion, after: ExamVersion): string[] {
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
