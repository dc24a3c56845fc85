import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { getServerTime } from '../../client/server-clock.ts'
import type { QuizPaper } from '../quiz/use-paper.ts'

const minutes = 10

/** Three questions of ours, in the mode that shows what a warning looks like. */
export function createPracticePaper(isFree: boolean, hasAssistiveTools: boolean): QuizPaper {
  const startedAt = getServerTime()
  return {
    quizAttemptId: 'practice',
    title: 'Practice room: nothing counts',
    duration: minutes,
    ownDurationSeconds: minutes * 60,
    endsAt: new Date(startedAt + minutes * 60_000).toISOString(),
    serverTime: new Date(startedAt).toISOString(),
    integrityMode: 'warn',
    ...(hasAssistiveTools && { assistiveTools: true }),
    questions: [isFree ? freeQuestion : forwardQuestion, ...otherQuestions],
    waiting: [],
    unreported: [],
  }
}

const forwardQuestion: PresentedQuestion = {
  _id: 'practice-1',
  ...createTexts('What happens when you press Submit Answer?', [
    'The answer is saved, and the next question comes',
    'You see at once whether it is right',
    'The quiz ends',
    'Nothing until the time is over',
  ]),
  codeSnippet: null,
  selectedAnswer: null,
}

const freeQuestion: PresentedQuestion = {
  _id: 'practice-1',
  ...createTexts('What happens when you choose an option here?', [
    'The answer is saved, and you may change it until you finish',
    'The answer is final',
    'You see at once whether it is right',
    'Nothing until the time is over',
  ]),
  codeSnippet: null,
  selectedAnswer: null,
}

const otherQuestions: readonly PresentedQuestion[] = [
  {
    kind: 'multiple-choice',
    _id: 'practice-2',
    ...createTexts('Some questions have several correct options. What may you do during a quiz?', [
      'Make the text larger in the browser',
      'Go on answering while the connection is down',
      'Look something up in another tab',
      'Open the developer tools',
    ]),
    codeSnippet: null,
    selectedAnswers: null,
  },
  {
    _id: 'practice-3',
    ...createTexts(
      'Now try a warning: go to another window, tab or app for two seconds, and come back. What do you see?',
      [
        'A warning that says what happened',
        'Nothing has changed',
        'The quiz has ended',
        'I would rather not try it',
      ],
    ),
    codeSnippet: null,
    selectedAnswer: null,
  },
]

function createTexts(text: string, options: readonly string[]) {
  return {
    question: { text, fileUrl: null },
    options: options.map((option) => ({ text: option, fileUrl: null })),
  }
}
