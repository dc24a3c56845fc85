import {
  IconAlertTriangle,
  IconAppWindow,
  IconCircleDashed,
  IconSquareX,
} from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatDuration } from '#contract/format.ts'
import { type EventKind, maxWarnings } from '#core/proctoring/policy.ts'
import type { Warning } from '#core/proctoring/warnings.ts'
import { useAnnouncement } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { formatTimeWithSeconds } from '../../ui/format-time.ts'
import { openedBeside } from '../endings/describe-ending.ts'
import css from './warning-dialog.module.css'

type WarningDialogProps = {
  readonly warning: Warning
  /** The only one of a strict exam: the browser did not ask before the reload. */
  readonly isForReload: boolean
  readonly savedCount: number
  readonly waitingCount: number
  readonly onRead: () => void
}

/** Stays until it is read; opens and counts only in a visible page that has the focus. */
export function WarningDialog({ warning, ...props }: WarningDialogProps) {
  const canOpen = usePageFocus()
  const [openedNumber, setOpenedNumber] = useState(0)
  if (canOpen && openedNumber !== warning.number) setOpenedNumber(warning.number)
  return openedNumber === warning.number ? <OpenWarning warning={warning} {...props} /> : null
}

function OpenWarning(props: WarningDialogProps) {
  const { warning, isForReload, savedCount, waitingCount, onRead } = props
  const allowed = isForReload ? 1 : maxWarnings
  const id = useId()
  const dialog = useRef<HTMLElement>(null)
  const { title, cause } = descriptions[warning.kind] ?? otherDescription
  const what = cause(formatTimeWithSeconds(warning.at))
  const place = `Warning ${warning.number} of ${allowed}`
  const answers = describeAnswers(savedCount, waitingCount)
  const next = describeNext(warning, isForReload)
  // Its name is spoken with the focus, which a screen reader may miss that has just moved itself.
  const [spoken] = useState(() => `${place}. ${what} Your answers: ${answers} ${next}`)
  useAnnouncement(spoken, true)
  useEffect(() => {
    let before: Element | null = null
    const button = dialog.current?.querySelector('button')
    // Tab would leave the window behind the only button there is.
    const holdFocus = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') return
      event.preventDefault()
      button?.focus()
    }
    // All but the header, whose clock stays above the veil.
    const behind = document.querySelectorAll<HTMLElement>('form :is(main, aside, footer)')
    const coverPaper = () => {
      before = document.activeElement
      for (const part of behind) part.inert = true
      button?.focus()
    }
    // A sheet that closes for the warning gives the focus back first.
    let isOpen = true
    queueMicrotask(() => isOpen && coverPaper())
    document.addEventListener('keydown', holdFocus)
    return () => {
      isOpen = false
      document.removeEventListener('keydown', holdFocus)
      for (const part of behind) part.inert = false
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  const handleRead = () => {
    if (isPageFocused()) onRead()
  }
  return (
    <div className={css.veil}>
      <section
        ref={dialog}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        className={css.dialog}
      >
        <div className={css.head}>
          <span className={css.icon}>
            <IconAppWindow size={28} stroke={1.75} aria-hidden="true" />
          </span>
          <div>
            <span className={css.badge}>{place}</span>
            <h2 id={`${id}-title`}>{title}</h2>
          </div>
        </div>
        <div className={css.body}>
          <dl>
            <dt>What happened</dt>
            <dd>{what}</dd>
            {warning.awayMs >= 1000 && (
              <>
                <dt>How long</dt>
                <dd>{formatDuration(warning.awayMs)}. The clock kept running.</dd>
              </>
            )}
            <dt>Your answers</dt>
            <dd>{answers}</dd>
          </dl>
          <ol className={css.steps}>
            {(isForReload ? [1] : [1, 2]).map((number) => (
              <li
                key={number}
                data-now={number === warning.number || undefined}
                data-next={number > warning.number || undefined}
              >
                <b>
                  {number > warning.number ? <IconCircleDashed /> : <IconAlertTriangle />}
                  Warning {number}
                  <span className="visually-hidden">: </span>
                </b>
                {number === warning.number
                  ? 'You are here'
                  : number === 1
                    ? 'Read'
                    : 'The last one'}
              </li>
            ))}
            <li>
              <b>
                <IconSquareX />A {isForReload ? 'second' : 'third'} time
                <span className="visually-hidden">: </span>
              </b>
              The quiz is submitted
            </li>
          </ol>
        </div>
        <footer className={css.foot}>
          <p>{next}</p>
          <Button tone="primary" size="hero" onClick={handleRead}>
            I understand
          </Button>
        </footer>
      </section>
    </div>
  )
}

function describeNext({ isCounted }: Warning, isForReload: boolean): string {
  if (isForReload)
    return 'Your browser does not ask before it reloads a page. Anything else that ends the quiz still ends it at once.'
  return isCounted
    ? 'It counts already: you were away for more than 60 seconds.'
    : 'The warning counts when you have read it and press the button.'
}

type Description = { readonly title: string; readonly cause: (time: string) => string }

const otherDescription: Description = {
  title: 'Another window was in front of the quiz',
  cause: (time) =>
    `The quiz lost the keyboard at ${time}. A chat pop-up or another program can do this.`,
}
const descriptions: Partial<Record<EventKind, Description>> = {
  hidden: {
    title: 'The quiz was not on the screen',
    cause: (time) =>
      `It was hidden at ${time}: by another tab or program, or by a screen that locked.`,
  },
  devtools: {
    title: openedBeside,
    cause: (time) =>
      `The page became smaller at ${time}, as it does beside a side panel of the browser or developer tools.`,
  },
  refresh: {
    title: 'The page was reloaded or closed',
    cause: (time) => `The page of the quiz was left at ${time} and loaded again.`,
  },
  back: {
    title: 'The back button was pressed',
    cause: (time) => `At ${time}. A swipe to the side can do this, too.`,
  },
}

export function describeAnswers(saved: number, waiting: number): string {
  if (waiting > 0) return `${saved} saved, ${waiting} waiting to send. Nothing is lost.`
  if (saved === 0) return 'None submitted yet. Nothing is lost.'
  return saved === 1 ? '1 is saved. Nothing is lost.' : `All ${saved} are saved. Nothing is lost.`
}

function usePageFocus(): boolean {
  const [hasFocus, setFocus] = useState(isPageFocused)
  useEffect(() => {
    const update = () => setFocus(isPageFocused())
    const names = ['focus', 'blur', 'visibilitychange'] as const
    for (const name of names) window.addEventListener(name, update, { capture: true })
    return () => {
      for (const name of names) window.removeEventListener(name, update, { capture: true })
    }
  }, [])
  return hasFocus
}

function isPageFocused(): boolean {
  return !document.hidden && document.hasFocus()
}
