import { useEffect, useRef, useState } from 'react'
import { createLazyModule, useModule } from '../../client/lazy-module.ts'
import { PrerenderedPart } from '../../client/prerendered-part.tsx'
import { runAfterPointerUp } from '../../ui/form/after-pointer-up.ts'
import { Status } from '../../ui/status.tsx'
import page from '../page.module.css'
import { runWhenNear } from '../run-when-near.ts'
import { HomePart } from './home-part.tsx'
import css from './try-question.module.css'

/** Takes the place of the built card between two presses: one that spans both is lost. */
const sampleQuiz = createLazyModule(async () => {
  const module = await import('./sample-quiz.tsx')
  await new Promise<void>(runAfterPointerUp)
  return module
})

/** A question of the quiz with its review, for visitors. Nothing is sent or stored. */
export function TryQuestion() {
  const card = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const { hasFailed } = useModule(sampleQuiz, isNear)
  useEffect(() => {
    const { current } = card
    if (!current) return
    // Answered in the HTML of the page: it may be the visitor's last move.
    if (current.querySelector(':checked')) setNear(true)
    else return runOnFirstMove(() => runWhenNear(current, 20, () => setNear(true)))
  }, [])

  return (
    <section id="try" className={css.section} aria-labelledby="try-title">
      <div className={`${page.page} ${css.columns}`}>
        <HomePart className={css.words}>{({ SampleQuizWords }) => <SampleQuizWords />}</HomePart>
        <div ref={card} className={css.card}>
          <PrerenderedPart part={sampleQuiz} isNeeded={isNear}>
            {({ SampleQuiz }) => <SampleQuiz />}
          </PrerenderedPart>
          {hasFailed && (
            <Status className={css.failed}>The question does not load yet. We keep trying.</Status>
          )}
        </div>
      </div>
    </section>
  )
}

/** A press that began before this code was there ends in a change. */
const moves = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin', 'change'] as const

/** A visitor who only opens the page loads nothing more. Returns how to cancel. */
function runOnFirstMove(callback: () => () => void) {
  const controller = new AbortController()
  let cancel = () => {}
  const handleMove = () => {
    controller.abort()
    cancel = callback()
  }
  for (const move of moves)
    window.addEventListener(move, handleMove, { signal: controller.signal, passive: true })
  return () => {
    controller.abort()
    cancel()
  }
}
