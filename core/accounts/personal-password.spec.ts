import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPersonalDetailError } from './personal-password.ts'

const priya = {
  name: 'Priya K. Nair',
  email: 'pnair.dev@mailhost.example',
  phone: '+91 98200 12345',
  institute: ['FSL Academy'],
}

describe('a password', () => {
  it.each([
    { source: 'name', password: 'priyanair' },
    { source: 'name', password: 'PriyaNair1' },
    { source: 'name', password: 'Priya@2004' },
    { source: 'name', password: 'pr1y4-n4ir' },
    { source: 'name', password: '!!nair!!99' },
    { source: 'name', password: 'priyakn12' },
    { source: 'email address', password: 'pnair.dev' },
    { source: 'email address', password: 'mailhost2026' },
    { source: 'phone number', password: '9820012345' },
    { source: 'phone number', password: '+919820012345' },
    { source: 'phone number', password: '98200-12345' },
    { source: 'phone number', password: '982001ab' },
    { source: 'institute’s name', password: 'FSLAcademy' },
    { source: 'institute’s name', password: 'academy#2026' },
    { source: 'institute’s name', password: '@c4d3my!!' },
    { source: 'name', password: 'priya9820012345' },
    { source: 'name', password: 'priyafslacademy' },
  ])('is not made of one’s $source: $password', ({ source, password }) => {
    expect(findPersonalDetailError(password, priya)).toMatch(source)
  })

  it.each([
    'priya plays the violin',
    'nairobi-giraffe',
    'the academy of birds',
    'mangoes in may',
    'x7#Kp!vQ2mZz',
    '4071938265107',
    'priyanka sings',
  ])('may contain such a word among others: %s', (password) => {
    expect(findPersonalDetailError(password, priya)).toBeUndefined()
  })

  it('is compared with nothing where the details are missing or too short', () => {
    expect(findPersonalDetailError('anything', {})).toBeUndefined()
    expect(findPersonalDetailError('ali12345', { name: 'Al Bo', phone: '12' })).toBeUndefined()
  })

  it('is not made of a name in another script', () => {
    expect(findPersonalDetailError('प्रिया2004', { name: 'प्रिया नायर' })).toMatch('name')
  })

  it('is refused however its name is decorated with up to four digits', () => {
    const digits = fc.integer({ min: 0, max: 9999 }).map(String)
    fc.assert(
      fc.property(digits, digits, fc.boolean(), (before, after, isUpperCase) => {
        const word = isUpperCase ? 'PRIYANAIR' : 'PriyaNair'
        expect(findPersonalDetailError(`${before}${word}${after}`, priya)).toMatch('name')
      }),
    )
  })

  it('is checked without an error, whatever people type or are called', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'binary' }),
        (password, name) => {
          const error = findPersonalDetailError(password, { name, email: name, phone: name })
          expect(error === undefined || typeof error === 'string').toBe(true)
        },
      ),
    )
  })
})

describe('what is left around such a word', () => {
  it.each([
    { password: 'priya12345678', error: 'name' },
    { password: 'priya123456789', error: null },
    { password: 'priyaxy1234', error: 'name' },
    { password: 'priyaxyz123', error: null },
    { password: '009820012345', error: 'phone number' },
    { password: '982001!!', error: 'phone number' },
    { password: '98200!!!', error: null },
    { password: '98!!!!!!', error: null },
  ])('is decoration or more: $password', ({ password, error }) => {
    expect(findPersonalDetailError(password, priya) ?? '').toMatch(error ?? /^$/)
  })

  it('counts from words of three letters and numbers of six digits on', () => {
    expect(findPersonalDetailError('ali12345', { name: 'Ali' })).toMatch('name')
    expect(findPersonalDetailError('1234567!', { phone: '12345' })).toBeUndefined()
    expect(findPersonalDetailError('123456!!', { phone: '123456' })).toMatch('phone')
  })

  it('counts signs of the address', () => {
    expect(findPersonalDetailError('a.b.cd99', { email: 'a.b.cd@x.yz' })).toMatch('email')
    expect(findPersonalDetailError('aXbXcd99', { email: 'a.b.cd@x.yz' })).toBeUndefined()
  })
})
