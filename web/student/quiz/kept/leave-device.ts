// What logging out needs of the quiz, in a module of its own so that it is loaded only then.
export { sweepKeptAnswers } from './sweep.ts'
export { sendLeftBehind } from './use-left-behind.ts'
