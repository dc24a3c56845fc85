import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSamePerson, suggestOwnAddress } from './same-person.ts'

describe('the same person', () => {
  it.each([
    ['Lakshmi N.', 'Lakshmi Narayanan', true],
    ['R. Kumar', 'Kumar Ravi', true],
    ['José Dias', 'jose dias', true],
    ['Arjun Mehta', 'Karan Mehta', false],
    ['A. M.', 'Arjun Mehta', false],
    ['', 'Arjun Mehta', false],
  ])('%s and %s: %s', (one, other, isSame) => {
    expect(isSamePerson(one, other)).toBe(isSame)
    expect(isSamePerson(other, one)).toBe(isSame)
  })

  it('is recognised with its words in any order', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(), (words, turn) => {
        const at = turn % words.length
        const turned = [...words.slice(at), ...words.slice(0, at)]
        expect(isSamePerson(words.join(' '), turned.join(' ').toUpperCase())).toBe(true)
      }),
    )
  })
})

describe('an address of their own', () => {
  it.each([
    ...['gmail.com', 'outlook.com', 'hotmail.com', 'icloud.com', 'protonmail.com'].map((host) => ({
      name: 'Priya Nair',
      email: `Nair@${host}`,
      suggestion: `nair+priya@${host}`,
    })),
    { name: '  O’Brien, Maeve', email: 'a@gmail.com', suggestion: 'a+obrien@gmail.com' },
    { name: 'José Dias', email: 'a@gmail.com', suggestion: 'a+jose@gmail.com' },
    { name: 'आशा', email: 'a@gmail.com', suggestion: undefined },
    { name: '', email: 'a@gmail.com', suggestion: undefined },
    { name: 'Priya', email: 'a+b@gmail.com', suggestion: undefined },
    { name: 'Priya', email: 'a@example.com', suggestion: undefined },
    { name: 'Priya', email: '', suggestion: undefined },
  ])('of $name at $email is $suggestion', ({ name, email, suggestion }) => {
    expect(suggestOwnAddress({ name, email })).toEqual(suggestion ? { suggestion } : {})
  })

  it('is none without a name and an address', () => {
    expect(suggestOwnAddress({})).toEqual({})
  })
})

describe('the words of two names', () => {
  it.each([
    ['A. Amit', 'Amit Arora', true],
    ['A Mehta', 'Arjun Mehta', true],
    ['Mehta', 'Arjun Mehta', true],
    ['Ar Mehta', 'Arjun Mehta', false],
    ['X Mehta', 'Arjun Mehta', false],
    ['Mehta Mehta', 'Arjun Mehta', false],
    ['A Mehta', 'A Mehta', true],
    ['A', 'Arjun', false],
    ['Arjun', 'Karan', false],
    ['आशा पाटील', 'आशा', true],
    ['Mehta-Rao, Arjun', 'Arjun Mehta Rao', true],
  ])('%s and %s are of one person: %s', (one, other, isSame) => {
    expect(isSamePerson(one, other)).toBe(isSame)
    expect(isSamePerson(other, one)).toBe(isSame)
  })
})
