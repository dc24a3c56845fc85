import type { z } from 'zod'
import type { AuditAction, AuditValue } from '#contract/audit-log.ts'
import {
  type AwaitedStudents,
  countingFrozenError,
  type updateExam as updateEndpoint,
} from '#contract/exams.ts'
import type { KeyReveal } from '#contract/key-guard.ts'
import { getIntegrityMode, type Paper } from '#core/exams/exam.ts'
import { listQuestionChanges } from '#core/exams/paper-changes.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import type { Uploads } from '../http/uploads.ts'
import { type SavedExam, saveRevision } from './create-exam.ts'
import { copyKeyCorrections } from './grading-queries.ts'
import { type FindRulesReveal, refuseUnconfirmed } from './key-guard.ts'
import { type Exam, findExam, getPaper, lockExam, saveExam, toVersion } from './queries.ts'
import { readQuestions, removeImages } from './read-questions.ts'

type UpdateExamBody = z.output<typeof updateEndpoint.body>

export type UpdateExamDeps = Deps & {
  readonly findRulesReveal: FindRulesReveal
  readonly findAwaitedStudents: (
    db: Db,
    examId: string,
    at: number,
  ) => Promise<AwaitedStudents | null>
}

export async function updateExam(
  deps: UpdateExamDeps,
  input: { id: string; body: UpdateExamBody; uploads: Uploads; actor: Actor },
): Promise<
  | (SavedExam & Pick<KeyReveal, 'wouldReveal'>)
  | Refusal<
      | 'test-not-found'
      | 'test-changed'
      | 'test-faulty'
      | 'image-faulty'
      | 'key-still-needed'
      | 'students-awaited'
    >
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
    const frozen = findCountingRefusal(exam, body)
    if (frozen) return frozen

    const at = deps.now()
    const current = await getPaper(tx, exam.revisionId)
    const navigation = body.navigation ?? exam.navigation
    const paper: Paper = {
      title: body.title ?? current.title,
      durationMinutes: body.duration ?? current.durationMinutes,
      questions: body.questions ? read.questions : current.questions,
      integrityMode: body.integrityMode ?? exam.integrityMode,
      ...(navigation === 'free' && { navigation }),
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
      navigation,
      countedAttempt: body.countedAttempt ?? exam.countedAttempt,
      releasedAt: resolveReleasedAt(exam, body.released, at),
    }
    const reveal = await findReveal(tx, deps, { exam, changed })
    const unconfirmed = refuseUnconfirmed(reveal, body.confirm)
    if (unconfirmed) return unconfirmed
    const locksOut = exam.releasedAt !== null && changed.releasedAt === null
    const awaited =
      locksOut && body.confirm === false && (await deps.findAwaitedStudents(tx, id, at))
    if (awaited) return { refused: 'students-awaited' as const, details: awaited }
    const { wouldReveal } = reveal
    const changes = collectChanges({ ...exam, paper: before }, { ...changed, paper })
    if (!isNewPaper && changes.detail.fields.length === 0) return { exam, paper, wouldReveal }
    await saveExam(tx, changed)
    if (isNewPaper) {
      await saveRevision(tx, changed, paper, read.images, at)
      await copyKeyCorrections(
        tx,
        { from: exam.revisionId, to: changed.revisionId },
        listUnchangedQuestions(current, paper),
      )
    }
    const action = toAuditAction(exam, changed)
    const event = { actor, action, subject: id, ...changes }
    if (changes.detail.fields.length > 0) await audit(tx, deps, event, at)
    return { exam: changed, paper, wouldReveal }
  })
  if (isRefusal(saved)) await removeImages(deps, read.images)
  return saved
}

/** Only rules by which more students could start, or more often, show a key that is known. */
function findReveal(
  tx: Db,
  { findRulesReveal, now }: UpdateExamDeps,
  { exam, changed }: { readonly exam: Exam; readonly changed: Exam },
): Promise<KeyReveal> {
  const { attemptsAllowed, releasedAt } = changed
  const act = { kind: 'change-rules', attemptsAllowed, isOpen: releasedAt !== null } as const
  return findRulesReveal(tx, exam, act, now())
}

function isStale(exam: Exam, { basedOn }: UpdateExamBody): boolean {
  return basedOn !== undefined && basedOn !== toVersion(exam)
}

/** Students have been notified by the rule that stood at the release. */
function findCountingRefusal(
  { resultsReleasedAt, countedAttempt: current }: Exam,
  { countedAttempt = current }: UpdateExamBody,
): Refusal<'test-faulty'> | null {
  if (resultsReleasedAt === null || countedAttempt === current) return null
  return refuse('test-faulty', { countedAttempt: countingFrozenError })
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

/** However many questions are changed: some 20 KB of log at most. */
const maxQuestionChanges = 40

/** Collects an author's changes, from and to. The action itself says that the exam is released. */
function collectChanges(before: ExamVersion, after: ExamVersion) {
  const changes = {
    title: { from: before.title, to: after.title },
    duration: { from: before.durationMinutes, to: after.durationMinutes },
    integrityMode: { from: before.integrityMode, to: after.integrityMode },
    attemptsAllowed: { from: before.attemptsAllowed, to: after.attemptsAllowed },
    shuffleOptions: { from: before.shuffleOptions, to: after.shuffleOptions },
    navigation: { from: before.navigation, to: after.navigation },
    countedAttempt: { from: before.countedAttempt, to: after.countedAttempt },
  }
  const changed = Object.entries(changes).filter(([, { from, to }]) => from !== to)
  const questions = listQuestionChanges(before.paper, after.paper)
  const isReleaseChanged = (before.releasedAt === null) !== (after.releasedAt === null)
  const unlisted = Math.max(0, questions.length - maxQuestionChanges)
  const listed = questions.slice(0, maxQuestionChanges)
  const values: Record<string, AuditValue> = {
    ...Object.fromEntries(changed),
    ...Object.fromEntries(listed.map(({ part, from, to }) => [`questions.${part}`, { from, to }])),
  }
  const fields = [
    ...changed.map(([field]) => field),
    ...(questions.length > 0 ? ['questions'] : []),
    ...(isReleaseChanged ? ['released'] : []),
  ]
  return { detail: { fields, ...(unlisted > 0 && { unlisted }) }, values }
}
