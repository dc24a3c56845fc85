import { expect, it } from 'vitest'
import { type Draft, emptyDraft } from './draft.ts'
import { getProgress } from './progress-list.tsx'

const getToday = () => ({ year: 2026, month: 11, day: 21 })
const createDraft = (answers: Draft['answers']): Draft => ({ ...emptyDraft, answers })

it('marks a section as done when nothing in it is missing', () => {
  const progress = getProgress(
    createDraft({ fname: 'Suresh Nair', fphone: '98220 11904' }),
    {},
    getToday,
  )
  expect(progress).toEqual({
    personal: 'open',
    guardian: 'done',
    residence: 'open',
    education: 'open',
    course: 'open',
  })
})

it('does not mark a section as done while a conditional field is empty', () => {
  const other = { course: 'other', referral: 'Google' }
  expect(getProgress(createDraft(other), {}, getToday).course).toBe('open')
  expect(getProgress(createDraft({ ...other, otherCourse: 'Rust' }), {}, getToday).course).toBe(
    'done',
  )
})

it('marks a section as faulty once an error is shown, even for a picture', () => {
  const shownErrors = { aadharBack: 'The file is larger than 5 MB.', dob: undefined }
  expect(getProgress(emptyDraft, shownErrors, getToday).personal).toBe('faulty')
  expect(getProgress(emptyDraft, shownErrors, getToday).course).toBe('open')
})

it('requires the guardian’s consent for a person under 18', () => {
  const minor = createDraft({ dob: '22-11-2008', fname: 'Suresh Nair', fphone: '98220 11904' })
  expect(getProgress(minor, {}, getToday).guardian).toBe('open')
  expect(getProgress({ ...minor, isGuardianConsented: true }, {}, getToday).guardian).toBe('done')
})

it('does not compute today’s date, which is slow on a phone, before anything is typed', () => {
  const fail = () => {
    throw new Error('It asked')
  }
  expect(new Set(Object.values(getProgress(emptyDraft, {}, fail)))).toEqual(new Set(['open']))
  expect(() => getProgress(createDraft({ name: 'Priya' }), {}, fail)).toThrow('It asked')
})
