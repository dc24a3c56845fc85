import {
  IconChevronDown,
  IconCircleCheck,
  IconClockPause,
  IconInfoCircle,
  IconMessage,
  IconScale,
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { NoticeKind } from '#core/attempts/ended-notices.ts'
import { describeNotice, type NoticedAttempt } from './describe-notice.ts'
import { AskOffice, EndingCard, toEnding } from './ending-card.tsx'
import { IncidentNote } from './incident-note.tsx'
import css from './notice-line.module.css'

const icons = {
  'ended-early': IconInfoCircle,
  'time-up': IconClockPause,
  late: IconClockPause,
  waiting: IconMessage,
  decided: IconScale,
} as const satisfies Record<NoticeKind, typeof IconInfoCircle>

type NoticeLineProps = {
  readonly attempt: NoticedAttempt
  /** The title of the test, where the line does not stand at it. */
  readonly title?: string
  readonly time?: ReactNode
  readonly dismiss?: ReactNode
}

/** One line about an ended attempt, and behind Details all that is known of its end. */
export function NoticeLine({ attempt, title, time, dismiss }: NoticeLineProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const detailsId = useId()
  const words = describeNotice(attempt)
  if (!words) return null
  const { kind, text } = words
  const Icon = icons[kind]
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <div className={css.line} data-kind={kind}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
        <p className={css.text}>
          {title === undefined ? (
            <>
              <b>{words.lead}</b> {text}
            </>
          ) : (
            <TitledText title={title} {...words} />
          )}
        </p>
        {time}
        <span className={css.actions}>
          <button
            ref={button}
            type="button"
            className={css.quiet}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            Details<span className="visually-hidden"> of {attempt.own.testTitle}</span>
            <IconChevronDown size={16} stroke={2} aria-hidden="true" />
          </button>
          {dismiss}
        </span>
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from anywhere inside
        <div id={detailsId} className={css.details} onKeyDown={handleKey}>
          <Details attempt={attempt} />
        </div>
      )}
    </>
  )
}

/** "Redux: ended early, 2 of 5 saved." and "Redux. Decided: it has no consequence." */
function TitledText(props: {
  readonly title: string
  readonly kind: NoticeKind
  readonly lead: string
  readonly text: string
}) {
  const { title, kind, lead, text } = props
  const isSentence = kind === 'decided' || kind === 'waiting'
  return (
    <>
      <b dir="auto">
        {title}
        {isSentence ? '.' : ':'}
      </b>{' '}
      {isSentence ? lead : lead.charAt(0).toLowerCase() + lead.slice(1)} {text}
    </>
  )
}

function Details({ attempt: { own } }: { attempt: NoticedAttempt }) {
  const ending = toEnding(own)
  return (
    <>
      {ending && !own.isVoid && <EndingCard ending={ending} />}
      <IncidentNote attemptId={own._id} isFormOpen />
      <AskOffice />
    </>
  )
}

/** A quiz whose time was up is thanked for once, without a button. */
export function ThanksLine({
  title,
  text,
  time,
}: {
  title: string
  text: string
  time: ReactNode
}) {
  return (
    <div className={css.line} data-kind="thanks">
      <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
      <p className={css.text}>
        <b dir="auto">{title}.</b> {text}
      </p>
      {time}
    </div>
  )
}
