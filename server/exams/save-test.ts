import type { z } from 'zod'
import type { DeedName } from '#contract/audit.ts'
import type { createTest as createContract, updateTest as updateContract } from '#contract/exams.ts'
import { modeOf, type Paper } from '#core/exam.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { type Actor, audit } from '../audit.ts'
import type { Db, Deps } from '../deps.ts'
import type { Uploads } from '../uploads.ts'
import { type KeptImage, readQuestions } from './read-questions.ts'
import {
  addImage,
  addRevision,
  carryCorrections,
  type Exam,
  type ExamWithCount,
  examById,
  examToChange,
  examWithCount,
  paperOf,
  saveExam,
  versionOf,
} from './store.ts'

type Saved = { readonly exam: ExamWithCount; readonly paper: Paper }
type Creation = z.output<typeof createContract.body>
type Change = z.output<typeof updateContract.body>

export async function createTest(
  deps: Deps,
  given: { body: Creation; uploads: Uploads; actor: Actor },
): Promise<Saved | Refusal<'test-faulty' | 'image-faulty'>> {
  const { body, uploads, actor } = given
  const read = await readQuestions(deps, { questions: body.questions, uploads, before: null })
  if (isRefusal(read)) return read

  const paper: Paper = {
    title: body.title,
    durationMinutes: body.duration,
    questions: read.questions,
    integrityMode: body.integrityMode,
  }
  return deps.db.write(async (tx) => {
    const at = deps.now()
    const exam: Exam = {
      id: deps.newId(),
      revisionId: deps.newId(),
      title: paper.title,
      durationMinutes: paper.durationMinutes,
      questionCount: paper.questions.length,
      integrityMode: body.integrityMode,
      attemptsAllowed: body.attemptsAllowed,
      shuffleOptions: body.shuffleOptions,
      releasedAt: null,
      resultsReleasedAt: null,
      createdAt: at,
    }
    await saveExam(tx, exam)
    await saveRevision(tx, exam, paper, read.images, at)
    await audit(
      tx,
      deps,
      { actor, action: 'created a test', subject: exam.id, detail: exam.title },
      at,
    )
    return { exam: { ...exam, attemptCount: 0 }, paper }
  })
}

export async function updateTest(
  deps: Deps,
  given: { id: string; body: Change; uploads: Uploads; actor: Actor },
): Promise<Saved | Refusal<'test-not-found' | 'test-changed' | 'test-faulty' | 'image-faulty'>> {
  const { id, body, uploads, actor } = given
  const before = await examById(deps.db.read, id)
  if (!before) return refuse('test-not-found')
  if (isOvertaken(before, body)) return refuse('test-changed')
  const oldPaper = await paperOf(deps.db.read, before.revisionId)
  const read = body.questions
    ? await readQuestions(deps, { questions: body.questions, uploads, before: oldPaper })
    : { questions: oldPaper.questions, images: [] }
  if (isRefusal(read)) return read

  return deps.db.write(async (tx) => {
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
    const before = { ...current, integrityMode: modeOf(current, exam) }
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
    const deed = { actor, action: deedOf(exam, changed), subject: id, detail: changed.title }
    await audit(tx, deps, deed, at)
    const saved = await examWithCount(tx, id)
    return { exam: saved ?? { ...changed, attemptCount: 0 }, paper }
  })
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

function deedOf(before: Exam, after: Exam): DeedName {
  if (before.releasedAt === null && after.releasedAt !== null) return 'released a test'
  if (before.releasedAt !== null && after.releasedAt === null) return 'unreleased a test'
  return 'updated a test'
}

async function saveRevision(
  tx: Db,
  exam: Exam,
  paper: Paper,
  images: readonly KeptImage[],
  at: number,
) {
  await addRevision(tx, { id: exam.revisionId, examId: exam.id, paper }, at)
  for (const image of images) await addImage(tx, image, at)
}
