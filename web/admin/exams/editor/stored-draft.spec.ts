import { afterEach, expect, it, vi } from 'vitest'
import { createOption, createQuestion } from '../../../questions/options/question-draft.ts'
import { createEmptyDraft } from './exam-draft.ts'
import { newExamSlot, readStoredDraft, storeDraft } from './stored-draft.ts'

function openTab(stored: Record<string, string> = {}) {
  const items = new Map(Object.entries(stored))
  const sessionStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => items.set(key, text),
  }
  vi.stubGlobal('window', { sessionStorage })
}

afterEach(() => vi.unstubAllGlobals())

it('reads a draft of an earlier build, which names the correct option by its position', () => {
  const options = ['a', 'b', 'c', 'd'].map((text) => ({ text, fileUrl: null, file: null }))
  const question = { key: 'question-1', text: 'Q', code: null, options, correct: 2 }
  const draft = { ...createEmptyDraft(), title: 'React JS', questions: [question] }
  openTab({ 'test-draft:new': JSON.stringify({ draft, savedAt: 1, lostPictures: [] }) })

  const [restored] = readStoredDraft(newExamSlot)?.draft.questions ?? []
  expect(restored).toMatchObject({ kind: 'single-choice', text: 'Q' })
  expect(restored?.options.map(({ isCorrect }) => isCorrect)).toEqual([false, false, true, false])
})

it('keeps kind, order and marks of a draft through a reload', () => {
  openTab()
  const options = ['b', 'a', 'c'].map((text) => createOption({ text, isCorrect: text !== 'a' }))
  const questions = [createQuestion({ kind: 'multiple-choice', text: 'Q', options })]
  storeDraft(newExamSlot, { draft: { ...createEmptyDraft(), questions } })

  const [restored] = readStoredDraft(newExamSlot)?.draft.questions ?? []
  expect(restored?.kind).toBe('multiple-choice')
  expect(restored?.options.map(({ text, isCorrect }) => [text, isCorrect])).toEqual([
    ['b', true],
    ['a', false],
    ['c', true],
  ])
})
