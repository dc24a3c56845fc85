// What logging out needs of the quiz, in a module of its own so that it is loaded only then.
export { deleteExpiredAnswers, recoverAnswers } from './recover-answers.ts'
