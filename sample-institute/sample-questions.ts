import type { Words } from '#web/institute/words.ts'

// Questions that a visitor can try on the home page. The answers are in the page's code: take none
// from an exam.

export const sampleQuestions: Words<'sample-questions.ts'>['sampleQuestions'] = [
  {
    subject: 'Javascript ES6 Basic',
    text: 'What is logged?',
    code: `const fees = [500, 1200, 800];
const total = fees.reduce((sum, fee) => sum + fee);
console.log(total);`,
    options: ['`2500`', '`[500, 1200, 800]`', '`undefined`', '`NaN`'],
    correct: 0,
    why: 'Without a start value, `reduce` takes the first item as `sum` and goes on with the second: 500 + 1200 + 800.',
    week: 3,
  },
  {
    subject: 'Javascript ES6 Basic',
    text: 'What is logged?',
    code: `const marks = [7, 9];
const copy = marks;
copy.push(10);
console.log(marks.length);`,
    options: ['`2`', '`3`', '`undefined`', '`[7, 9, 10]`'],
    correct: 1,
    why: '`copy` is a second name for the same array, not an array of its own. `[...marks]` would be one.',
    week: 3,
  },
  {
    subject: 'Javascript ES6 Basic',
    text: 'What is logged first?',
    code: `for (const day of ['Mon', 'Tue']) {
  setTimeout(() => console.log(day));
}
console.log('end');`,
    options: ['`Mon`', '`Tue`', '`end`', '`undefined`'],
    correct: 2,
    why: '`setTimeout` only puts a call in the queue. It waits until all the code that is running is done, even without a delay.',
    week: 4,
  },
]
