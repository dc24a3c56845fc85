import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPersonalFault } from './personal-password.ts'

const priya = {
  name: 'Priya K. Nair',
  email: 'pnair.dev@mailhost.example',
  phone: '+91 98200 12345',
  institute: ['FSL Academy'],
}

describe('a password', () => {
  it.each([
    { made: 'name', password: 'priyanair' },
    { made: 'name', password: 'PriyaNair1' },
    { made: 'name', password: 'Priya@2004' },
    { made: 'name', password: 'pr1y4-n4ir' },
    { made: 'name', password: '!!nair!!99' },
    { made: 'name', password: 'priyakn12' },
    { made: 'email address', password: 'pnair.dev' },
    { made: 'email address', password: 'mailhost2026' },
    { made: 'phone number', password: '9820012345' },
    { made: 'phone number', password: '+919820012345' },
    { made: 'phone number', password: '98200-12345' },
    { made: 'phone number', password: '982001ab' },
    { made: 'institute’s name', password: 'FSLAcademy' },
    { made: 'institute’s name', password: 'academy#2026' },
    { made: 'institute’s name', password: '@c4d3my!!' },
    { made: 'name', password: 'priya9820012345' },
    { made: 'name', password: 'priyafslacademy' },
  ])('is not made of one’s $made: $password', ({ made, password }) => {
    expect(findPersonalFault(password, priya)).toMatch(made)
  })

  it.each([
    'priya plays the violin',
    'nairobi-giraffe',
    'the academy of birds',
    'mangoes in may',
    'x7#Kp!vQ2mZz',
    '4071938265107',
    'priyanka sings',
  ])('may have such a word in it beside others: %s', (password) => {
    expect(findPersonalFault(password, priya)).toBeUndefined()
  })

  it('is held against nothing where nothing is known, or only short parts are', () => {
    expect(findPersonalFault('anything', {})).toBeUndefined()
    expect(findPersonalFault('ali12345', { name: 'Al Bo', phone: '12' })).toBeUndefined()
  })

  it('is not made of a name in another script', () => {
    expect(findPersonalFault('प्रिया2004', { name: 'प्रिया नायर' })).toMatch('name')
  })

  it('is refused however its name is decorated with up to four digits', () => {
    const digits = fc.integer({ min: 0, max: 9999 }).map(String)
    fc.assert(
      fc.property(digits, digits, fc.boolean(), (before, after, isLoud) => {
        const word = isLoud ? 'PRIYANAIR' : 'PriyaNair'
        expect(findPersonalFault(`${before}${word}${after}`, priya)).toMatch('name')
      }),
    )
  })

  it('never fails on what people type or are called', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'binary' }),
        (password, name) => {
          const fault = findPersonalFault(password, { name, email: name, phone: name })
          expect(fault === undefined || typeof fault === 'string').toBe(true)
        },
      ),
    )
  })
})
