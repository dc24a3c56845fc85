import { useState } from 'react'
import { useObservableStore } from '../../client/observable-store.ts'
import type { Choice } from './offline/pending-answer.ts'
import { useMultiTabSync } from './use-multi-tab-sync.ts'
import type { QuizPaper } from './use-paper.ts'
import { useQuizSession } from './use-quiz-session.ts'

/** After a submit the next question waits this long. */
const submitPauseMs = 500

export type Quiz = ReturnType<typeof useQuiz>

/** One go through a paper: which question, what is chosen, what is on its way, how it ends. */
export function useQuiz(testId: string, paper: QuizPaper) {
  const { queue, submission, reporter, refreshDeadline, handlePageHide } = useQuizSession(
    testId,
    paper,
  )
  const queueState = useObservableStore(queue)
  const submissionState = useObservableStore(submission)
  const isOpenElsewhere = useMultiTabSync(paper.quizAttemptId, submissionState.at !== 'ended', {
    onSaved: queue.acknowledge,
    onEnded: submission.fetchOutcome,
  })
  const [questionId, setQuestionId] = useState(() => findNextQuestionId(paper, queue.get()))
  const [chosen, setChosen] = useState<number | null>(null)
  const [isPausing, setPausing] = useState(false)

  const question = paper.questions.find(({ _id }) => _id === questionId)
  const isLocked = isPausing || submissionState.at !== 'open'
  const answeredIds = new Set([
    ...queueState.saved,
    ...queueState.waiting.map((answer) => answer.questionId),
  ])
  const isLast = paper.questions.every(({ _id }) => _id === questionId || answeredIds.has(_id))

  const advance = () => {
    setPausing(false)
    const next = findNextQuestionId(paper, queue.get())
    if (next === undefined) return submission.finish()
    setChosen(null)
    setQuestionId(next)
  }
  const submit = () => {
    if (submissionState.at === 'failed') return submission.retry()
    if (isLocked) return
    if (!question) return submission.finish()
    if (chosen === null) return
    queue.add({ questionId: question._id, selectedOption: chosen })
    setPausing(true)
    setTimeout(advance, submitPauseMs)
  }
  const choose = (option: number) => {
    if (!isLocked && question && option < question.options.length) setChosen(option)
  }
  /** Chosen, but not submitted. */
  const getUnsubmitted = (): Choice | undefined =>
    questionId !== undefined && chosen !== null && !answeredIds.has(questionId)
      ? { questionId, selectedOption: chosen }
      : undefined

  return {
    question,
    chosen,
    isLocked,
    isLast,
    queueState,
    submissionState,
    submission,
    reporter,
    refreshDeadline,
    handlePageHide,
    isOpenElsewhere,
    submit,
    choose,
    getUnsubmitted,
    answeredCount: answeredIds.size,
  }
}

/** The first question that has no answer yet: there is no way back. */
function findNextQuestionId(
  paper: QuizPaper,
  { saved, waiting }: { saved: ReadonlySet<string>; waiting: readonly Choice[] },
) {
  return paper.questions.find(
    ({ _id }) => !saved.has(_id) && !waiting.some(({ questionId }) => questionId === _id),
  )?._id
}
