import type { Dispatch, SetStateAction } from 'react'
import {
  createOption,
  createQuestion,
  isBlank,
  type QuestionDraft,
  type QuestionEdit,
} from '../../../questions/options/question-draft.ts'
import type { ExamDraft } from './exam-draft.ts'

export type DraftActions = ReturnType<typeof createDraftActions>

/** The same functions for as long as the editor stands, so that only the changed card is drawn. */
export function createDraftActions(set: Dispatch<SetStateAction<ExamDraft>>) {
  const questions = (next: (before: readonly QuestionDraft[]) => readonly QuestionDraft[]) =>
    set((draft) => ({ ...draft, questions: next(draft.questions) }))
  return {
    basics: (patch: Partial<ExamDraft>) => set((draft) => ({ ...draft, ...patch })),
    question: (key: string, patch: Partial<QuestionDraft>) =>
      questions((all) => patchQuestion(all, key, () => ({ reportedErrors: {}, ...patch }))),
    edit: (key: string, edit: QuestionEdit) =>
      questions((all) =>
        patchQuestion(all, key, (question) => ({ reportedErrors: {}, ...edit(question) })),
      ),
    check: (key: string) =>
      questions((all) => patchQuestion(all, key, () => ({ isChecked: true }))),
    insert: (question: QuestionDraft, after?: string) =>
      questions((all) => insertAfter(all, question, after)),
    append: (added: readonly QuestionDraft[]) => questions((all) => appendQuestions(all, added)),
    move: (key: string, by: 1 | -1) => questions((all) => moveQuestion(all, key, by)),
    remove: (key: string) => questions((all) => all.filter((question) => question.key !== key)),
  }
}

function patchQuestion(all: readonly QuestionDraft[], key: string, patch: QuestionEdit) {
  return all.map((question) =>
    question.key === key ? { ...question, ...patch(question) } : question,
  )
}

export function insertAfter(
  all: readonly QuestionDraft[],
  question: QuestionDraft,
  after: string | undefined,
): readonly QuestionDraft[] {
  const at = all.findIndex(({ key }) => key === after)
  return at < 0 ? [...all, question] : all.toSpliced(at + 1, 0, question)
}

/** An empty question that stands alone gives way. */
export function appendQuestions(
  all: readonly QuestionDraft[],
  added: readonly QuestionDraft[],
): readonly QuestionDraft[] {
  return all.every(isBlank) ? added : [...all, ...added]
}

export function moveQuestion(
  all: readonly QuestionDraft[],
  key: string,
  by: 1 | -1,
): readonly QuestionDraft[] {
  const at = all.findIndex((question) => question.key === key)
  const question = all[at]
  if (!question || at + by < 0 || at + by >= all.length) return all
  return all.toSpliced(at, 1).toSpliced(at + by, 0, question)
}

/** A question of its own: with the same words and pictures, and new to the server. */
export function copyQuestion({ _id, ...question }: QuestionDraft): QuestionDraft {
  return createQuestion({
    ...question,
    options: question.options.map(createOption),
    isChecked: false,
  })
}
