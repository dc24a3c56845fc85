import { expect, it } from 'vitest'
import type { ExamDetail } from '#contract/exams.ts'
import {
  createOption,
  createQuestion,
  type QuestionDraft,
} from '../../../questions/options/question-draft.ts'
import { findArrivedSave } from './arrived-save.ts'
import { createEmptyDraft, type ExamDraft } from './exam-draft.ts'

const photo = new File(['1'], 'photo.png')

function createDraft(change: Partial<ExamDraft> = {}): ExamDraft {
  const options = ['One', 'Two '].map((text, at) => createOption({ text, isCorrect: at === 1 }))
  const questions = [createQuestion({ text: ' What? ', code: ' ', options, file: photo })]
  return { ...createEmptyDraft(), duration: ' 30 ', title: ' React  JS', questions, ...change }
}

const before = createDraft({ title: 'React', questions: [createQuestion({ fileUrl: '/old.png' })] })

/** As the server keeps `createDraft`. */
function createSaved(change: Partial<ExamDetail> = {}): ExamDetail {
  return {
    _id: 'e1',
    title: 'React JS',
    numQuestions: 1,
    duration: 30,
    released: false,
    resultsReleasedAt: null,
    integrityMode: 'strict',
    attemptsAllowed: 1,
    shuffleOptions: false,
    attempts: 0,
    createdAt: '2026-11-21T04:30:00.000Z',
    version: 'v2',
    questions: [createSavedQuestion('/new.png')],
    ...change,
  }
}

function createSavedQuestion(fileUrl: string | null): ExamDetail['questions'][number] {
  return {
    _id: 'q1',
    kind: 'single-choice',
    question: { text: 'What?', fileUrl },
    options: [
      { text: 'One', fileUrl: null },
      { text: 'Two', fileUrl: null },
    ],
    correct_answer: 'Two',
    codeSnippet: null,
  }
}

it('recognises the sent draft in the server’s copy, which is trimmed and has a new picture', () => {
  const draft = createDraft()
  expect(findArrivedSave([{ draft, before }], draft, createSaved())).toEqual({ isWhole: true })
})

it.each([
  { title: 'another title', now: createSaved({ title: 'React' }) },
  { title: 'another rule', now: createSaved({ shuffleOptions: true }) },
  { title: 'another way through it', now: createSaved({ navigation: 'free' }) },
  { title: 'a question more', now: createSaved({ questions: [] }) },
  { title: 'no picture', now: createSaved({ questions: [createSavedQuestion(null)] }) },
  { title: 'the old picture', now: createSaved({ questions: [createSavedQuestion('/old.png')] }) },
])('takes a copy with $title for somebody else’s', ({ now }) => {
  const draft = createDraft()
  expect(findArrivedSave([{ draft, before }], draft, now)).toBeNull()
})

it('compares the description of a picture as one line, and none where there is no picture', () => {
  const described = (description?: string, file: File | null = photo) => {
    const [question] = createDraft().questions
    return createDraft({ questions: [{ ...question, file, description } as QuestionDraft] })
  }
  const find = (draft: ExamDraft, now: ExamDetail) =>
    findArrivedSave([{ draft, before }], draft, now)
  const [saved] = createSaved().questions
  const question = { text: 'What?', fileUrl: '/new.png', description: 'A tree' }
  const now = createSaved({ questions: [{ ...saved, question } as never] })
  expect(find(described(' A  tree'), now)).toEqual({ isWhole: true })
  expect(find(described('A list'), now)).toBeNull()
  expect(find(described(), now)).toBeNull()
  const without = createSaved({ questions: [createSavedQuestion(null)] })
  expect(find(described('A tree', null), without)).toEqual({ isWhole: true })
})

it('reports that more was typed since', () => {
  const draft = createDraft()
  const changed = { ...draft, duration: '45' }
  const found = findArrivedSave([{ draft, before }], changed, createSaved())
  expect(found).toEqual({ isWhole: false })
})

it('does not mistake a picture for another one sent before', () => {
  const draft = createDraft()
  const [question] = draft.questions
  const replaced = { ...draft, questions: [{ ...question, file: new File(['2'], 'other.png') }] }
  const saves = [
    { draft, before },
    { draft: replaced as ExamDraft, before },
  ]
  expect(findArrivedSave(saves, draft, createSaved())).toEqual({ isWhole: false })
  expect(findArrivedSave([], draft, createSaved())).toBeNull()
})
