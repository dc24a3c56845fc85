import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesShape, type ReplyShape } from './reply-shape.ts'

type Fitting = { readonly shape: ReplyShape; readonly value: unknown }

const fitting = (shape: ReplyShape) => (value: unknown) => ({ shape, value })
const plainArbitrary: fc.Arbitrary<Fitting> = fc.oneof(
  fc.string().map(fitting('string')),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(fitting('number')),
  fc.boolean().map(fitting('boolean')),
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => ({
    shape: 'time' as const,
    value: date.toISOString(),
  })),
  fc.constantFrom('In progress', 1, true, null).map((value) => ({
    shape: ['is', value, 'Completed'] as const,
    value,
  })),
)

/** Field names that no object has by birth. */
const nameArbitrary = fc.stringMatching(/^[a-z]{1,8}$/).filter((name) => !(name in {}))

/** A shape, and a value that has it. */
const { fit: fittingArbitrary } = fc.letrec<{ fit: Fitting }>((tie) => ({
  fit: fc.oneof(
    { maxDepth: 3 },
    plainArbitrary,
    tie('fit').map(({ shape, value }) => ({
      shape: ['list', shape] as const,
      value: [value, value],
    })),
    tie('fit').map(({ shape, value }) => ({
      shape: ['map', shape] as const,
      value: { q1: value, q2: value },
    })),
    fc.tuple(tie('fit'), tie('fit')).map(([{ shape, value }, other]) => ({
      shape: ['or', other.shape, shape] as const,
      value,
    })),
    fc.dictionary(nameArbitrary, tie('fit'), { minKeys: 1, maxKeys: 4 }).map((fields) => {
      const entries = Object.entries(fields)
      return {
        shape: Object.fromEntries(entries.map(([name, { shape }]) => [name, shape])),
        value: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
      }
    }),
  ),
}))

const objectArbitrary = fc.dictionary(nameArbitrary, plainArbitrary, { minKeys: 1, maxKeys: 5 })
const toShape = (fields: Readonly<Record<string, Fitting>>, optional: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { shape }]) => [
      optional.includes(name) ? `${name}?` : name,
      shape,
    ]),
  )
const toValue = (fields: Readonly<Record<string, Fitting>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))

describe('a value', () => {
  it('that has the shape matches it after a JSON round trip', () => {
    fc.assert(
      fc.property(fittingArbitrary, ({ shape, value }) =>
        matchesShape(shape, JSON.parse(JSON.stringify(value))),
      ),
    )
  })

  it('may have further fields', () => {
    fc.assert(
      fc.property(objectArbitrary, fc.jsonValue(), (fields, more) =>
        matchesShape(toShape(fields), { ...toValue(fields), '9': more }),
      ),
    )
  })

  it('may lack optional fields, and no others', () => {
    fc.assert(
      fc.property(objectArbitrary, fc.nat(), (fields, place) => {
        const names = Object.keys(fields)
        const name = names[place % names.length] ?? ''
        const { [name]: _, ...rest } = toValue(fields)
        expect(matchesShape(toShape(fields), rest)).toBe(false)
        expect(matchesShape(toShape(fields, [name]), rest)).toBe(true)
      }),
    )
  })

  it('with a field of another type does not match, optional or not', () => {
    fc.assert(
      fc.property(objectArbitrary, fc.nat(), fc.boolean(), (fields, place, isOptional) => {
        const names = Object.keys(fields)
        const name = names[place % names.length] ?? ''
        const shape = toShape(fields, isOptional ? [name] : [])
        return !matchesShape(shape, { ...toValue(fields), [name]: { other: 'type' } })
      }),
    )
  })

  it('of any kind never throws', () => {
    fc.assert(
      fc.property(fittingArbitrary, fc.jsonValue(), ({ shape }, value) => {
        expect(typeof matchesShape(shape, value)).toBe('boolean')
      }),
    )
  })
})

it.each([
  ['string', 1],
  ['number', '1'],
  ['boolean', null],
  ['time', 'soon'],
  ['time', 0],
  [['is', 'In progress', 'Completed'], 'up'],
  [['is', null], undefined],
  [['list', 'string'], {}],
  [
    ['list', 'string'],
    ['a', 1],
  ],
  [['map', 'number'], []],
  [['map', 'number'], { a: 'b' }],
  [['or', 'string', ['is', null]], 1],
  [{}, []],
  [{}, null],
  [{ message: 'string' }, { supportID: '1' }],
] satisfies [ReplyShape, unknown][])('%j is not the shape of %j', (shape, value) => {
  expect(matchesShape(shape, value)).toBe(false)
})

it.each([
  ['any', undefined],
  [{}, { a: 1 }],
  [['list', 'string'], []],
  [['map', 'number'], {}],
] satisfies [ReplyShape, unknown][])('%j is the shape of %j', (shape, value) => {
  expect(matchesShape(shape, value)).toBe(true)
})
