import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openLastQuestion, openQuiz } from '#test/quiz-session-window.ts'
import { canPostpone, listLeftOver } from './answering.ts'
import { isLastQuestion, listAnswered, listUnanswered } from './session-state.ts'

type Quiz = ReturnType<typeof openQuiz>

function submitAnswer({ answer, wait, state, let: act }: Quiz) {
  answer()
  act('send-answer')
  if (state().isPausing) wait('next')
}

const later = ({ dispatch }: Quiz) => dispatch({ type: 'postponed' })

describe('Later', () => {
  it('puts a question last, with what was chosen', () => {
    const quiz = openQuiz()
    const { dispatch, state } = quiz
    dispatch({ type: 'chosen', answer: 7 })
    later(quiz)
    expect(state()).toMatchObject({ questionId: 'q2', chosen: null })
    for (let n = 0; n < 3; n += 1) submitAnswer(quiz)
    expect(state()).toMatchObject({ questionId: 'q1', chosen: 7 })
    expect(isLastQuestion(state())).toBe(true)
    expect(state().queue.saved).toEqual(['q2', 'q3', 'q4'])
  })

  it('does nothing for the last question that is left, nor between two questions', () => {
    const last = openLastQuestion()
    expect(canPostpone(last.state())).toBe(false)
    later(last)
    expect(last.state()).toMatchObject({ questionId: 'q4', postponed: [] })

    const pausing = openQuiz()
    pausing.answer()
    later(pausing)
    expect(pausing.state()).toMatchObject({ questionId: 'q1', postponed: [] })
  })

  it('cycles as often as it is pressed', () => {
    const quiz = openQuiz()
    const shown = Array.from({ length: 9 }, () => {
      const { questionId } = quiz.state()
      later(quiz)
      return questionId
    })
    expect(shown.join(' ')).toBe('q1 q2 q3 q4 q1 q2 q3 q4 q1')
  })

  it('keeps its order after a reload, with questions not put off first', () => {
    const quiz = openQuiz()
    later(quiz)
    later(quiz)
    const reopened = quiz.world.openWindow()
    expect(reopened && listUnanswered(reopened.state)).toEqual(['q3', 'q4', 'q1', 'q2'])
  })

  it('never shows a submitted question, and leaves none out, in any order of presses', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (presses) => {
        const quiz = openQuiz()
        const { state } = quiz
        for (const isLater of presses) {
          if (state().phase.at !== 'open') break
          expect(listAnswered(state()).has(state().questionId ?? '')).toBe(false)
          if (isLater) later(quiz)
          else submitAnswer(quiz)
          const all = [...listAnswered(state()), ...listUnanswered(state())]
          expect(all.toSorted()).toEqual(['q1', 'q2', 'q3', 'q4'])
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('finishing with questions unanswered', () => {
  /** Opens a quiz of four questions: two are answered and two put off. */
  function openRest() {
    const quiz = openQuiz()
    later(quiz)
    later(quiz)
    expect(listLeftOver(quiz.state())).toEqual([])
    submitAnswer(quiz)
    submitAnswer(quiz)
    return quiz
  }

  it('lists them, once no other question is left', () => {
    const { state } = openRest()
    expect(state().questionId).toBe('q1')
    expect(listLeftOver(state())).toEqual(['q1', 'q2'])
  })

  it('ends the attempt with the submitted answers', () => {
    const { dispatch, state, server, let: act } = openRest()
    dispatch({ type: 'finished-early' })
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject({ at: 'ended', finishReason: 'Completed', notTaken: [] })
    expect([...server.answers.keys()]).toEqual(['q3', 'q4'])
  })

  it('also submits the current choice', () => {
    const { dispatch, state, server, receiveAll, let: act } = openRest()
    dispatch({ type: 'chosen', answer: 9 })
    expect(listLeftOver(state())).toEqual(['q2'])
    dispatch({ type: 'finished-early' })
    receiveAll()
    act('send-answer')
    act('load-answers')
    act('send-end')
    expect(state().phase).toMatchObject({ at: 'ended', finishReason: 'Completed' })
    expect([...server.answers.keys()]).toEqual(['q3', 'q4', 'q1'])
  })

  it('is not possible while a question was not put off', () => {
    const quiz = openQuiz()
    later(quiz)
    quiz.dispatch({ type: 'finished-early' })
    expect(quiz.state().phase.at).toBe('open')
  })
})
