import type { DemoPaper } from '../paper.ts'

export const htmlAndCss: DemoPaper = {
  title: 'HTML and CSS Basics',
  minutes: 30,
  questions: [
    {
      text: 'Which element holds the main content of a page, and stands in it only once?',
      options: ['`<section>`', '`<main>`', '`<article>`', '`<div>`'],
      correct: 'B',
    },
    {
      text: 'A screen reader should say "Phone number" when this field gets the focus. What is missing?',
      code: `<label>Phone number</label>
<input id="phone" type="tel" name="phone">`,
      options: [
        '`name="label"` on the field',
        '`id="phone"` on the label',
        '`for="phone"` on the label',
        '`title="phone"` on the label',
      ],
      correct: 'C',
    },
    {
      text: 'The picture shows the CSS box model. What is the hatched ring?',
      picture: 'box-model',
      options: ['The margin', 'The border', 'The outline', 'The padding'],
      correct: 'D',
    },
    {
      text: 'How wide is the box on the screen, from border to border?',
      code: `.card {
  box-sizing: content-box;
  width: 200px;
  padding: 20px;
  border: 5px solid;
}`,
      options: ['250px', '200px', '225px', '240px'],
      correct: 'A',
    },
    {
      text: 'How much room has the content of this box, from left to right?',
      code: `.card {
  box-sizing: border-box;
  width: 200px;
  padding: 20px;
  border: 5px solid;
}`,
      options: ['250px', '200px', '150px', '160px'],
      correct: 'C',
    },
    {
      text: 'What colour is the text?',
      code: `<p id="note" class="hint warning">Bring your laptop.</p>

<style>
  p.hint.warning { color: orange; }
  #note { color: green; }
  p { color: black; }
  .warning { color: red; }
</style>`,
      options: ['Orange', 'Green', 'Black', 'Red'],
      correct: 'B',
    },
    {
      text: 'The container of the picture has `display: flex`. Which declaration puts its boxes there?',
      picture: 'flex-column-end',
      options: [
        '`flex-direction: column; align-items: flex-end`',
        '`flex-direction: row; align-items: flex-end`',
        '`flex-direction: column; justify-content: flex-end`',
        '`flex-direction: row-reverse`',
      ],
      correct: 'A',
    },
    {
      text: 'Which picture shows `justify-content: space-between`?',
      options: ['Picture 1', 'Picture 2', 'Picture 3', 'Picture 4'],
      optionPictures: ['flex-centre', 'flex-evenly', 'flex-around', 'flex-between'],
      correct: 'D',
    },
    {
      text: 'Which picture shows this grid?',
      code: `.gallery {
  display: grid;
  grid-template-columns: 2fr 1fr;
  gap: 1rem;
}`,
      options: ['Picture 1', 'Picture 2', 'Picture 3', 'Picture 4'],
      optionPictures: ['grid-halves', 'grid-two-one', 'grid-one-two', 'grid-thirds'],
      correct: 'B',
    },
    {
      text: 'Against what is an element with `position: absolute` placed?',
      options: [
        'Always against the window',
        'Always against its parent',
        'Against its nearest ancestor that is positioned itself',
        'Against where it would have stood in the flow',
      ],
      correct: 'C',
    },
    {
      text: 'The root font size is 16px. How large is the text of the inner list?',
      code: `ul { font-size: 1.5em; }

<ul>
  <li>Front end
    <ul><li>React</li></ul>
  </li>
</ul>`,
      options: ['36px', '24px', '16px', '48px'],
      correct: 'A',
    },
    {
      text: 'When do these rules apply?',
      code: `@media (min-width: 48em) {
  .sidebar { display: block; }
}`,
      options: [
        'On windows up to 48em wide',
        'On windows 48em wide or wider',
        'On printers only',
        'On windows exactly 48em wide',
      ],
      correct: 'B',
    },
    {
      text: 'What does `alt=""` say of a picture?',
      options: [
        'That its text is loaded later',
        'That it is broken',
        'That its file name is its text',
        'That it is decoration, so screen readers leave it out',
      ],
      correct: 'D',
    },
    {
      text: 'Which declaration hides an element from the eye and from screen readers, and takes its space away?',
      options: ['`opacity: 0`', '`visibility: hidden`', '`display: none`', '`z-index: -1`'],
      correct: 'C',
    },
  ],
}

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

export const reactHooks: DemoPaper = {
  title: 'React Hooks',
  minutes: 30,
  shuffleOptions: true,
  questions: [
    {
      text: 'What stands on the button after one click?',
      code: `function Counter() {
  const [count, setCount] = useState(0)
  const handleClick = () => {
    setCount(count + 1)
    setCount(count + 1)
  }
  return <button onClick={handleClick}>{count}</button>
}`,
      options: ['1', '2', '0', '11'],
      correct: 'A',
    },
    {
      text: 'One click must add two to a state `count`, by two calls of `setCount`. How are they written?',
      options: [
        '`setCount(count++)`, twice',
        '`setCount((n) => n + 1)`, twice',
        '`await setCount(count + 1)`, twice',
        '`setCount(count + 1)`, twice',
      ],
      correct: 'B',
    },
    {
      text: 'When does this effect run?',
      code: `useEffect(() => {
  document.title = \`\${unread} unread\`
}, [unread])`,
      options: [
        'Before each render',
        'Only once, after the first render',
        'After each render of any component',
        'After the first render, and after those in which `unread` has changed',
      ],
      correct: 'D',
    },
    {
      text: 'What is missing in this effect?',
      code: `useEffect(() => {
  const timer = setInterval(tick, 1000)
}, [])`,
      options: [
        'An `await` before `setInterval`',
        'A second dependency list',
        'A cleanup: `return () => clearInterval(timer)`',
        'Nothing',
      ],
      correct: 'C',
    },
    {
      text: 'Why does React complain about this component?',
      code: `function Profile({ id }) {
  if (!id) return <p>Nobody is logged in.</p>
  const [user, setUser] = useState(null)
  return <Card user={user} />
}`,
      options: [
        'A hook is called only in some renders, so their order changes',
        '`null` may not be a state',
        'A component may return only once',
        'Props may not be read before a hook',
      ],
      correct: 'A',
    },
    {
      text: 'A value must survive renders, but changing it must not cause one. Which hook keeps it?',
      options: ['`useState`', '`useMemo`', '`useRef`', '`useEffect`'],
      correct: 'C',
    },
    {
      text: 'The picture shows a tree of components. The two hatched ones must show the same number. Where should its state live?',
      picture: 'component-tree',
      options: [
        'In each of the two, kept in step by effects',
        'In the nearest component above both, which hands it down',
        'In the leaf on the far right',
        'In a global variable',
      ],
      correct: 'B',
    },
    {
      text: 'What does `useMemo` spare here?',
      code: `const sorted = useMemo(
  () => students.toSorted(byName),
  [students],
)`,
      options: [
        'Every render of this component',
        'A copy of the list in memory',
        'The request that loads the students',
        'Sorting again in renders where `students` is the same list as before',
      ],
      correct: 'D',
    },
    {
      text: 'Why does a list need a stable `key` for each item, rather than its index?',
      options: [
        'So that an item keeps its state and its element when the order changes',
        'So that CSS can address it',
        'Because keys are sent to the server',
        'Because React sorts items by key',
      ],
      correct: 'A',
    },
    {
      text: 'Which name must a function have so that the rules of hooks are checked for it?',
      options: [
        'One that starts with `on`',
        'One that ends with `Hook`',
        'One that starts with `use`',
        'Any name, if it calls `useState`',
      ],
      correct: 'C',
    },
    {
      text: 'A new user gets an empty form. What is the simplest way to clear the state of `Form` when `userId` changes?',
      options: [
        '`useEffect` with one setter call for each field',
        '`<Form key={userId} />`',
        'A `ref` to each field',
        '`window.location.reload()`',
      ],
      correct: 'B',
    },
    {
      text: 'All components that read a context are rendered again when …',
      options: [
        '… any state of the provider’s parent changes',
        '… the window gets the focus',
        '… one of them calls a setter',
        '… the `value` of the nearest provider above changes',
      ],
      correct: 'D',
    },
  ],
}
