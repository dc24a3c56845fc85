import type { DemoPaper } from '../paper.ts'

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
