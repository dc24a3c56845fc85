import { expect, it } from 'vitest'
import { progressOf } from './progress.ts'

const today = { year: 2026, month: 11, day: 21 }

it('calls a card done when nothing on it is missing', () => {
  const progress = progressOf({ fname: 'Suresh Nair', fphone: '98220 11904' }, {}, today)
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
  expect(progressOf(other, {}, today).course).toBe('open')
  expect(progressOf({ ...other, otherCourse: 'Rust' }, {}, today).course).toBe('done')
})

it('calls it faulty once a fault is told, also of a picture', () => {
  const told = { aadharBack: 'The file is larger than 5 MB.', dob: undefined }
  expect(progressOf({}, told, today).personal).toBe('faulty')
  expect(progressOf({}, told, today).course).toBe('open')
})
