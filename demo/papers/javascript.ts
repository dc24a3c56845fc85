import type { DemoPaper } from '../paper.ts'

export const javascript: DemoPaper = {
  title: 'JavaScript ES6: Functions, Arrays and Promises',
  minutes: 40,
  attemptsAllowed: 2,
  questions: [
    {
      text: 'What is logged?',
      code: `const fees = [4000, 2500]
fees.push(1500)
console.log(fees.length)`,
      options: [
        'Nothing: a `TypeError` is thrown, since `fees` is constant',
        '`2`',
        '`3`',
        '`undefined`',
      ],
      correct: 'C',
    },
    {
      text: 'What is logged?',
      code: `for (let i = 0; i < 3; i++) {
  setTimeout(() => console.log(i))
}`,
      options: ['`0 1 2`', '`3 3 3`', '`0 0 0`', '`2 1 0`'],
      correct: 'A',
    },
    {
      text: 'What does this loop log?',
      code: `for (var i = 0; i < 3; i++) {
  setTimeout(() => console.log(i))
}`,
      options: ['`0 1 2`', '`3 3 3`', '`undefined` three times', 'A `ReferenceError` is thrown'],
      correct: 'B',
    },
    {
      text: 'What does `names` hold?',
      code: `const students = [
  { name: 'Asha', score: 82 },
  { name: 'Vikram', score: 54 },
  { name: 'Meera', score: 67 },
]
const names = students.filter(({ score }) => score >= 60).map(({ name }) => name)`,
      options: [
        "`['Vikram']`",
        '`[82, 67]`',
        "`['Asha', 'Vikram', 'Meera']`",
        "`['Asha', 'Meera']`",
      ],
      correct: 'D',
    },
    {
      text: 'What is logged?',
      code: `const { city = 'Pune', ...rest } = { name: 'Ravi', age: 24 }
console.log(city, Object.keys(rest).length)`,
      options: ['`undefined 2`', '`Pune 2`', '`Pune 3`', '`Pune 0`'],
      correct: 'B',
    },
    {
      text: 'In which order are the letters logged?',
      code: `console.log('A')
setTimeout(() => console.log('B'))
Promise.resolve().then(() => console.log('C'))
console.log('D')`,
      options: ['A D C B', 'A B C D', 'A D B C', 'A C D B'],
      correct: 'A',
    },
    {
      text: 'What is `this` inside an arrow function?',
      options: [
        'The function itself',
        'The object left of the dot in the call',
        'What it is around the place where the function was written',
        'Always the global object',
      ],
      correct: 'C',
    },
    {
      text: 'What does `total` hold?',
      code: `const total = [5, 10, 15].reduce((sum, n) => sum + n, 100)`,
      options: ['`30`', '`130`', "`'10051015'`", '`115`'],
      correct: 'B',
    },
    {
      text: 'Which expression is `true`?',
      options: ['`NaN === NaN`', '`[] === []`', "`'5' === 5`", '`null == undefined`'],
      correct: 'D',
    },
    {
      text: 'What is logged?',
      code: `async function load() {
  throw new Error('offline')
}
load().catch((error) => console.log(error.message))
console.log('ready')`,
      options: [
        '`ready`, then `offline`',
        '`offline`, then `ready`',
        'Only `ready`',
        'Nothing: the error ends the script',
      ],
      correct: 'A',
    },
    {
      text: 'Two requests do not depend on one another. Which code waits the shortest time for both?',
      options: [
        '`const a = await getA(); const b = await getB()`',
        '`const [a, b] = await Promise.all([getA(), getB()])`',
        '`const a = await getA().then(() => getB())`',
        '`const [a, b] = await Promise.race([getA(), getB()])`',
      ],
      correct: 'B',
    },
    {
      text: 'What does this print?',
      code: `const counter = () => {
  let count = 0
  return () => ++count
}
const next = counter()
next()
next()
console.log(next(), counter()())`,
      options: ['`3 4`', '`1 1`', '`2 1`', '`3 1`'],
      correct: 'D',
    },
    {
      text: 'What does `original.tags.length` give at the end?',
      code: `const original = { title: 'Intro', tags: ['js'] }
const copy = { ...original }
copy.tags.push('es6')`,
      options: ['`1`', '`0`', '`2`', '`undefined`'],
      correct: 'C',
    },
    {
      text: 'What does `user?.address?.city ?? "unknown"` give when `user` is `null`?',
      options: ['`null`', '`undefined`', 'A `TypeError` is thrown', '`"unknown"`'],
      correct: 'D',
    },
    {
      text: 'A module ends with `export default formatFee`. Which line imports it?',
      options: [
        "`import formatFee from './format.js'`",
        "`import { formatFee } from './format.js'`",
        "`import * from './format.js'`",
        "`require formatFee from './format.js'`",
      ],
      correct: 'A',
    },
    {
      text: 'Which collection keeps each value once, in the order in which it was added?',
      options: ['`Array`', '`WeakMap`', '`Set`', '`Object`'],
      correct: 'C',
    },
  ],
}
