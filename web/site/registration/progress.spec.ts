import { expect, it } from 'vitest'
import { type Draft, emptyDraft } from './draft.ts'
import { progressOf } from './progress.ts'

const today = { year: 2026, month: 11, day: 21 }
const typed = (answers: Draft['answers']): Draft => ({ ...emptyDraft, answers })

it('calls a card done when nothing on it is missing', () => {
  const progress = progressOf(typed({ fname: 'Suresh Nair', fphone: '98220 11904' }), {}, today)
  expect(progress).toEqual({
    personal: 'open',
    guardian: 'done',
    residence: 'open',
    education: 'open',
    course: 'open',
  })
})

it('does not call it done while a field that is asked now is empty', () => {
  const other = { course: 'other', referral: 'Google' }
  expect(progressOf(typed(other), {}, today).course).toBe('open')
  expect(progressOf(typed({ ...other, otherCourse: 'Rust' }), {}, today).course).toBe('done')
})

it('calls it faulty once a fault is told, also of a picture', () => {
  const told = { aadharBack: 'The file is larger than 5 MB.', dob: undefined }
  expect(progressOf(emptyDraft, told, today).personal).toBe('faulty')
  expect(progressOf(emptyDraft, told, today).course).toBe('open')
})

it('waits for the guardian of a person under 18', () => {
  const young = typed({ dob: '22-11-2008', fname: 'Suresh Nair', fphone: '98220 11904' })
  expect(progressOf(young, {}, today).guardian).toBe('open')
  expect(progressOf({ ...young, isGuardianConsented: true }, {}, today).guardian).toBe('done')
})
