import { expect, it } from 'vitest'
import { describeAnswers } from './warning-dialog.tsx'

it.each([
  [0, 0, 'None submitted yet. Nothing is lost.'],
  [1, 0, '1 is saved. Nothing is lost.'],
  [3, 0, 'All 3 are saved. Nothing is lost.'],
  [3, 1, '3 saved, 1 waiting to send. Nothing is lost.'],
])('continues "Your answers:" with %i saved and %i pending', (saved, waiting, words) => {
  expect(describeAnswers(saved, waiting)).toBe(words)
})
