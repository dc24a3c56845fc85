import { expect, it } from 'vitest'
import { findLongFunctions } from './long-functions.ts'

const lines = Array.from({ length: 5 }, () => '  work()').join('\n')

it.each([
  { kind: 'a declaration', source: `function longOne() {\n${lines}\n}` },
  { kind: 'an arrow', source: `const longOne = () => {\n${lines}\n}` },
  { kind: 'a property', source: `const a = { longOne: () => {\n${lines}\n} }` },
])('$kind of more lines than allowed is found by its name', ({ source }) => {
  expect(findLongFunctions('a.ts', source, 6)).toEqual([{ name: 'longOne', line: 1, lines: 7 }])
  expect(findLongFunctions('a.ts', source, 7)).toEqual([])
})

it('a function that is passed on has the name of the one around it', () => {
  const source = `function outer() {\n  run(() => {\n${lines}\n  })\n}`
  expect(findLongFunctions('a.ts', source, 6).map(({ name }) => name)).toEqual(['outer', 'outer'])
})
