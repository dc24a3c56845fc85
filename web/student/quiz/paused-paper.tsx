import { useState } from 'react'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import { pageTitleId } from '../../ui/page-title-id.ts'
import css from './quiz-screen.module.css'
import type { QuizSession } from './use-quiz-session.ts'

export const pausedText = 'Paused by the institute. Your time stands still.'

const pauseCover = createLazyModule(() => import('./pause-cover.tsx'))

/** In the paper's place, at once; afterwards the focus finds back to where it was. */
export function PausedPaper({ session }: { session: QuizSession }) {
  const [focusedBefore] = useState(() => document.activeElement)
  const words = (
    <main aria-labelledby={pageTitleId} className={css.main}>
      <h1 id={pageTitleId}>{pausedText}</h1>
    </main>
  )
  return (
    <LazyPart part={pauseCover} loading={words} failed={words}>
      {({ PauseCover }) => <PauseCover session={session} focusedBefore={focusedBefore} />}
    </LazyPart>
  )
}

/** In place of the clock. */
export function StillClock({ session }: { session: QuizSession }) {
  return (
    <LazyPart part={pauseCover}>
      {({ PauseClock }) => <PauseClock leftMs={session.pause?.leftMs ?? 0} />}
    </LazyPart>
  )
}
