import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { finishExpiredQuiz, finishQuiz, submitAnswer } from '#contract/attempts.ts'
import { listTests } from '#contract/exams.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { graceMs } from '#core/deadline.ts'
import { ask } from '../../api.ts'
import { refresh } from '../../query.ts'
import { serverNow } from '../../server-clock.ts'
import { type Choice, openAnswerQueue } from './answer-queue.ts'
import { pauseAfter } from './back-off.ts'
import { openEnding } from './ending.ts'
import { type Paper, paperKey } from './paper.ts'
import { useWatched } from './watchable.ts'

/** After a submit the next question waits this long. */
const submitPauseMs = 500
/** A call that hangs is given up and tried anew. */
const callMs = 10_000

/** One go through a paper: which question, what is chosen, what is on its way, how it ends. */
export function useQuiz(testId: string, paper: Paper) {
  const { queue, end } = useParts(testId, paper)
  const sending = useWatched(queue)
  const ending = useWatched(end)
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
    submit,
    choose,
    unsent,
    answeredCount: taken.size,
  }
}

function useParts(testId: string, paper: Paper) {
  const client = useQueryClient()
  const [parts] = useState(() => {
    const attemptId = paper.quizAttemptId
    const params = { attemptId }
    const soon = () => AbortSignal.timeout(callMs)
    const keptPaper = () => client.getQueryData<Paper>(paperKey(testId)) ?? paper
    const queue = openAnswerQueue({
      send: async (body) => {
        const given = { params: { attemptId, testId }, body, signal: soon() }
        const { endsAt } = await ask(submitAnswer, given)
        // Minutes may have been added meanwhile.
        client.setQueryData<Paper>(paperKey(testId), (kept) => kept && { ...kept, endsAt })
      },
      pause: pauseAfter,
      now: serverNow,
      saved: paper.questions.flatMap(({ _id, selectedAnswer }) =>
        selectedAnswer === null ? [] : _id,
      ),
    })
    const end = openEnding({
      queue,
      finish: (body) => ask(finishQuiz, { params, body, signal: soon() }),
      finishExpired: (body) => ask(finishExpiredQuiz, { params, body, signal: soon() }),
      pause: pauseAfter,
      aMoment: () => new Promise((resolve) => setTimeout(resolve, submitPauseMs)),
      isTooLate: () => serverNow() > Date.parse(keptPaper().endsAt) + graceMs,
      onEnded: () => refresh(client, listTests, listOwnAttempts),
    })
    return { queue, end }
  })
  return parts
}

/** The first question that has no answer yet: there is no way back. */
function nextAfter(
  paper: Paper,
  { saved, waiting }: { saved: ReadonlySet<string>; waiting: readonly Choice[] },
) {
  return paper.questions.find(
    ({ _id }) => !saved.has(_id) && !waiting.some(({ questionId }) => questionId === _id),
  )?._id
}
