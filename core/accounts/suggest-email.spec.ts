import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isEmail } from './email.ts'
import { suggestEmail } from './suggest-email.ts'

it.each([
  ['priya@gmail.con', 'priya@gmail.com'],
  ['priya@gmial.com', 'priya@gmail.com'],
  ['Priya@GMAL.com', 'Priya@gmail.com'],
  ['priya@gmaill.com', 'priya@gmail.com'],
  ['priya@gmail.co', 'priya@gmail.com'],
  ['priya@gmail.in', 'priya@gmail.com'],
  ['priya@yaho.com', 'priya@yahoo.com'],
  ['priya@yahooo.co.in', 'priya@yahoo.co.in'],
  ['priya@hotmial.com', 'priya@hotmail.com'],
  ['priya@outlok.con', 'priya@outlook.com'],
  ['priya@redifmail.com', 'priya@rediffmail.com'],
  ['priya@college.con', 'priya@college.com'],
  ['p@gmail.con', 'p@gmail.com'],
  ['priya@x.con', 'priya@x.com'],
  ['priya@yahoo.co', 'priya@yahoo.com'],
  ['priya@gxmail.com', 'priya@gmail.com'],
  ['priya@gnail.com', 'priya@gmail.com'],
  ['priya@gmai.com', 'priya@gmail.com'],
])('%s was meant as %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
})

it.each([
  'priya@gmail.com',
  'priya@yahoo.co.in',
  'priya@yahoo.in',
  'priya@mail.com',
  'priya@email.com',
  'priya@ymail.com',
  'priya@outlook.in',
  'priya@college.co',
  'priya@mit.edu',
  'priya@gmail',
  'priya@.con',
  '@gmail.con',
  'priya',
  '',
])('%s is left alone', (typed) => {
  expect(suggestEmail(typed)).toBeNull()
})

it('suggests only valid addresses that need no further suggestion', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,9}$/)
  const domain = fc
    .tuple(fc.oneof(word, fc.constantFrom('gmial', 'yhaoo')), fc.constantFrom('com', 'con', 'in'))
    .map((parts) => parts.join('.'))
  fc.assert(
    fc.property(word, domain, (name, typedDomain) => {
      const suggestion = suggestEmail(`${name}@${typedDomain}`)
      if (suggestion === null) return
      expect(isEmail(suggestion)).toBe(true)
      expect(suggestion).not.toBe(`${name}@${typedDomain}`)
      expect(suggestEmail(suggestion)).toBeNull()
    }),
  )
})
