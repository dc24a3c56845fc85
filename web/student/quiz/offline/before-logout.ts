// What logging out needs of the quiz, in a module of its own so that it is loaded only then.
export { deleteExpiredAnswers } from './delete-expired-answers.ts'
export { recoverAnswers } from './use-recover-answers.ts'
