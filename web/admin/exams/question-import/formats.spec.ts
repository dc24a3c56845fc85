import { expect, it } from 'vitest'
import { createQuestion } from '../../../questions/options/question-draft.ts'
import { isExportable, listExportLosses } from './formats.ts'

const single = createQuestion({ text: 'One of these?' })
const several = createQuestion({ kind: 'multiple-choice', text: 'Which of these?' })

it('says which questions Aiken cannot hold, and why', () => {
  expect(listExportLosses('aiken', [single, several, several])).toEqual([
    'Aiken holds one correct answer only: 2 questions are left out.',
  ])
  expect(listExportLosses('aiken', [several])).toEqual([
    'Aiken holds one correct answer only: 1 question is left out.',
  ])
  expect([single, several].filter((one) => isExportable('aiken', one))).toEqual([single])
})

it.each(['gift', 'moodle', 'csv', 'xlsx'] as const)(
  'exports every question kind to %s',
  (format) => {
    expect(listExportLosses(format, [single, several])).toEqual([])
    expect(isExportable(format, several)).toBe(true)
  },
)
