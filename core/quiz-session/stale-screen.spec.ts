import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPaper } from '#test/exam-factories.ts'
import { openQuiz } from '#test/quiz-session-window.ts'
import { answerQuestion, begin } from '../attempts/attempt.ts'
import { limitSequence } from '../attempts/sequence.ts'

const minute = 60_000
const elsewhere = 99
const moment = fc.integer({ min: 0, max: 25 * minute })
type Quiz = ReturnType<typeof openQuiz>

/** Ends that may send along a choice that was never submitted. */
const ends: Readonly<Record<string, (quiz: Quiz) => void>> = {
  'the deadline': (quiz) => {
    quiz.reachDeadline()
    quiz.wait('end')
    quiz.let('ask-clock')
    quiz.receiveAll()
    quiz.let('load-answers')
    quiz.let('send-end')
  },
  'an event that ends the exam': (quiz) => {
    quiz.see('hidden')
    quiz.let('send-end')
  },
  'a closing page': (quiz) => {
    quiz.dispatch({ type: 'page-hidden' })
    quiz.let('send-last')
  },
}

describe.each(Object.entries(ends))('a choice that %s sends along', (_, end) => {
  it('loses to a later submit of another device, and wins over an earlier one', () => {
    fc.assert(
      fc.property(moment, moment, (chosenAfterMs, submittedAfterMs) => {
        fc.pre(chosenAfterMs !== submittedAfterMs)
        const quiz = openQuiz('strict')
        const { world, server, dispatch } = quiz
        const start = world.now()
        const steps = [
          [chosenAfterMs, () => dispatch({ type: 'chosen', answer: 7 })],
          [
            submittedAfterMs,
            () => {
              const at = world.now()
              server.submit({ questionId: 'q1', answer: elsewhere, sequence: at }, at)
            },
          ],
        ] as const
        for (const [ms, act] of steps.toSorted(([one], [other]) => one - other)) {
          world.pass(start + ms - world.now())
          act()
        }
        end(quiz)
        const isNewer = chosenAfterMs > submittedAfterMs
        expect(server.answers.get('q1')?.answer).toBe(isNewer ? 7 : elsewhere)
      }),
      { numRuns: 200 },
    )
  })
})

describe('an outdated screen', () => {
  const receiveClock = ({ dispatch, let: act }: Quiz) => {
    dispatch({ type: 'browser', change: 'shown' })
    act('ask-clock')
  }

  it('does not ask a question again that was answered on another device', () => {
    const quiz = openQuiz()
    const { world, server, dispatch, state } = quiz
    dispatch({ type: 'chosen', answer: 7 })
    server.submit({ questionId: 'q1', answer: elsewhere, sequence: world.now() }, world.now())
    receiveClock(quiz)
    expect(state(), 'by this device alone').toMatchObject({ questionId: 'q1', chosen: 7 })
    server.openElsewhere()
    receiveClock(quiz)
    expect(state()).toMatchObject({ questionId: 'q2', chosen: null, isOpenElsewhere: true })
    expect(state().queue.lastSaved).toBeNull()
  })

  it('keeps a choice at a question that no other device has answered', () => {
    const quiz = openQuiz()
    quiz.dispatch({ type: 'chosen', answer: 7 })
    quiz.server.openElsewhere()
    receiveClock(quiz)
    expect(quiz.state()).toMatchObject({ questionId: 'q1', chosen: 7, isOpenElsewhere: true })
  })
})

describe('a device whose clock is wrong', () => {
  const paper = createPaper(1)
  const [question] = paper.questions
  const exam = { durationMinutes: 60, shuffleOptions: false, extraTimePercent: 0 }

  it('does not overwrite an answer given on another device more than a minute later', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -600 * minute, max: 600 * minute }),
        fc.integer({ min: minute + 1, max: 50 * minute }),
        (leadMs, laterMs) => {
          const start = 1_800_000_000_000
          const submit = (
            attempt: ReturnType<typeof begin>,
            option: number,
            at: number,
            by: number,
          ) => {
            const answer = { value: { option }, sequence: limitSequence(by, at) }
            const answered = answerQuestion(attempt, paper, question?.id ?? '', answer, at)
            if ('refused' in answered) throw new Error(answered.refused)
            return answered
          }
          const first = submit(begin(exam, 7, start), 1, start, start + leadMs)
          const both = submit(first, 2, start + laterMs, start + laterMs)
          expect(both.answers[question?.id ?? '']?.value).toEqual({ option: 2 })
        },
      ),
    )
  })
})
