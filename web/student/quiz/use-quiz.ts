import { useState } from 'react'
import type { Choice } from './answer-queue.ts'
import type { OpenPaper } from './paper.ts'
import { useParts } from './parts.ts'
import { useOtherWindow } from './two-windows.ts'
import { useWatched } from './watchable.ts'

/** After a submit the next question waits this long. */
const submitPauseMs = 500

export type Quiz = ReturnType<typeof useQuiz>

/** One go through a paper: which question, what is chosen, what is on its way, how it ends. */
export function useQuiz(testId: string, paper: OpenPaper) {
  const { queue, end, reporter, lookAtClock, leave } = useParts(testId, paper)
  const sending = useWatched(queue)
  const ending = useWatched(end)
  const isOpenElsewhere = useOtherWindow(paper.quizAttemptId, ending.at !== 'ended', {
    onSaved: queue.acknowledge,
    onEnded: end.learn,
  })
  const [questionId, setQuestionId] = useState(() => nextAfter(paper, queue.get()))
  const [chosen, setChosen] = useState<number | null>(null)
  const [isPausing, setPausing] = useState(false)

  const question = paper.questions.find(({ _id }) => _id === questionId)
  const isLocked = isPausing || ending.at !== 'open'
  const taken = new Set([...sending.saved, ...sending.waiting.map((answer) => answer.questionId)])
  const isLast = paper.questions.every(({ _id }) => _id === questionId || taken.has(_id))

  const goOn = () => {
    setPausing(false)
    const next = nextAfter(paper, queue.get())
    if (next === undefined) return end.finish()
    setChosen(null)
    setQuestionId(next)
  }
  const submit = () => {
    if (ending.at === 'failed') return end.retry()
    if (isLocked) return
    if (!question) return end.finish()
    if (chosen === null) return
    queue.add({ questionId: question._id, selectedOption: chosen })
    setPausing(true)
    setTimeout(goOn, submitPauseMs)
  }
  const choose = (option: number) => {
    if (!isLocked && question && option < question.options.length) setChosen(option)
  }
  /** Chosen, but not submitted. */
  const unsent = (): Choice | undefined =>
    questionId !== undefined && chosen !== null && !taken.has(questionId)
      ? { questionId, selectedOption: chosen }
      : undefined

  return {
    question,
    chosen,
    isLocked,
    isLast,
    sending,
    ending,
    end,
    reporter,
    lookAtClock,
    leave,
    isOpenElsewhere,
    submit,
    choose,
    unsent,
    answeredCount: taken.size,
  }
}

/** The first question that has no answer yet: there is no way back. */
function nextAfter(
  paper: OpenPaper,
  { saved, waiting }: { saved: ReadonlySet<string>; waiting: readonly Choice[] },
) {
  return paper.questions.find(
    ({ _id }) => !saved.has(_id) && !waiting.some(({ questionId }) => questionId === _id),
  )?._id
}
