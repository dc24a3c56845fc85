import {
  IconArrowLeft,
  IconEraser,
  IconFlag,
  IconFlagFilled,
  IconLayoutGrid,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isMarked } from '#core/quiz-session/free-progress.ts'
import { getNeighbour } from '#core/quiz-session/free-session.ts'
import { hasEndFailed } from '#core/quiz-session/phase.ts'
import { isLocked } from '#core/quiz-session/session-state.ts'
import { Button } from '../../ui/button.tsx'
import { Spoken } from '../../ui/status.tsx'
import { BottomBar } from './bottom-bar.tsx'
import type { PaperProps } from './forward-paper.tsx'
import css from './free-paper-parts.module.css'
import { isDialogOpen, typingSelector } from './keyboard.ts'

type FreeActionBarProps = Pick<PaperProps, 'session' | 'dispatch' | 'hasLetterKeys'> & {
  readonly onOpenSheet: () => void
}

/** Actions on the question that is shown, by buttons and by keys. */
export function FreeActionBar(props: FreeActionBarProps) {
  const { session, dispatch, hasLetterKeys, onOpenSheet } = props
  const { questionIds, questionId = '', phase, free } = session
  const { announcement, say } = useAnnouncement(questionId)
  const answer = free?.progress[questionId]?.answer?.value ?? null
  const index = questionIds.indexOf(questionId)
  const total = questionIds.length
  const isEnding = isLocked(session)
  const isBusy = isEnding && phase.at !== 'failed'
  const hasFailed = hasEndFailed(phase)
  const previous = getNeighbour(session, -1)

  const goTo = (to: string | undefined) => to !== undefined && dispatch({ type: 'went', to })
  const handleMark = () => {
    if (isEnding) return
    dispatch({ type: 'mark-pressed' })
    say(isMarked(session) ? 'No longer marked' : 'Marked for review')
  }
  const handleClear = () => {
    if (isEnding) return
    dispatch({ type: 'chosen', answer: null })
    if (answer) say('Answer cleared')
  }
  useKeys(phase.at === 'open', {
    onMark: hasLetterKeys ? handleMark : undefined,
    onClear: handleClear,
  })
  return (
    <>
      <Spoken>{announcement}</Spoken>
      <BottomBar mustStay={hasFailed}>
        <div className={css.row}>
          <div className={css.left}>
            <span className={css.back}>
              <Button
                icon={<IconArrowLeft aria-hidden="true" />}
                aria-label="Back"
                aria-disabled={previous === undefined || isEnding || undefined}
                onClick={() => goTo(previous)}
              >
                <span className={css.word}>Back</span>
              </Button>
            </span>
            <span className={css.clear}>
              <Button
                tone="quiet"
                icon={<IconEraser aria-hidden="true" />}
                aria-keyshortcuts="Delete"
                aria-disabled={answer === null || isEnding || undefined}
                onClick={handleClear}
              >
                Clear answer
              </Button>
            </span>
            <span className={css.mark}>
              <Button
                icon={
                  isMarked(session) ? (
                    <IconFlagFilled aria-hidden="true" />
                  ) : (
                    <IconFlag aria-hidden="true" />
                  )
                }
                aria-keyshortcuts={hasLetterKeys ? 'M' : undefined}
                aria-pressed={isMarked(session)}
                aria-disabled={isEnding || undefined}
                onClick={handleMark}
              >
                Mark for review
              </Button>
            </span>
          </div>
          <div className={css.right}>
            {free?.isFromReview && (
              <span className={css.list}>
                <Button onClick={() => goTo('end')}>Back to the list</Button>
              </span>
            )}
            <span className={css.sheet}>
              <Button
                icon={<IconLayoutGrid aria-hidden="true" />}
                aria-label={`Question ${index + 1} of ${total}: all questions`}
                aria-haspopup="dialog"
                onClick={onOpenSheet}
              >
                {index + 1}/{total}
              </Button>
            </span>
            <Button type="submit" tone="primary" size="hero" busy={isBusy}>
              {getSubmitLabel(hasFailed, index === total - 1)}
            </Button>
          </div>
        </div>
      </BottomBar>
    </>
  )
}

function getSubmitLabel(hasFailed: boolean, isLast: boolean): string {
  if (hasFailed) return 'Try again'
  return isLast ? 'Save & review' : 'Save & next'
}

/** Says what a key or a button did to the question; silent again at the next question. */
function useAnnouncement(questionId: string) {
  const [announced, setAnnounced] = useState({ questionId, text: '' })
  const say = (text: string) => setAnnounced({ questionId, text })
  return { announcement: announced.questionId === questionId ? announced.text : '', say }
}

type Keys = { readonly onMark: (() => void) | undefined; readonly onClear: () => void }

/** M marks and Delete clears, unless a dialog is open or something is typed. */
function useKeys(isOn: boolean, keys: Keys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isOn) return
    const handleKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey, shiftKey, repeat, target } = event
      const isTyped = target instanceof Element && target.closest(typingSelector) !== null
      const isModified = ctrlKey || altKey || metaKey || shiftKey
      if (event.defaultPrevented || isTyped || isModified || repeat || isDialogOpen()) return
      if (key.toLowerCase() === 'm') latest.current.onMark?.()
      if (key === 'Delete') latest.current.onClear()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn])
}
