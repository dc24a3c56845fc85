import { IconCheck, IconExclamationMark } from '@tabler/icons-react'
import type { CalendarDate } from '#core/students/calendar-date.ts'
import { validateRegistration } from '#core/students/registration.ts'
import type { Draft } from './draft.ts'
import { validateConsent } from './form-mapping.ts'
import css from './progress-list.module.css'
import { type StepId, steps } from './steps.ts'

type ProgressListProps = {
  readonly progress: Readonly<Record<StepId, Progress>>
  readonly current: StepId
}

const progressLabels = { faulty: ' (has errors)', done: ' (done)', open: '' } as const

/** Links, not steps: the form is one page. */
export function ProgressList({ progress, current }: ProgressListProps) {
  return (
    <nav className={css.progress} aria-labelledby="progress-title">
      <p id="progress-title">Your registration</p>
      <ol>
        {steps.map(({ id, title }, index) => (
          <li key={id} data-progress={progress[id]}>
            <a href={`#${id}`} aria-current={id === current ? 'step' : undefined}>
              <span className={css.mark} aria-hidden="true">
                {progress[id] === 'faulty' && <IconExclamationMark size={16} stroke={2.25} />}
                {progress[id] === 'done' && <IconCheck size={16} stroke={2.25} />}
                {progress[id] === 'open' && index + 1}
              </span>
              {title}
              <span className="visually-hidden">{progressLabels[progress[id]]}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

type Progress = 'faulty' | 'done' | 'open'

/**
 * The progress of each card: errors count once they are shown; done means that nothing is missing.
 * Before anything is typed every card is open, whatever day it is.
 */
export function getProgress(
  draft: Draft,
  shownErrors: Readonly<Record<string, string | undefined>>,
  getToday: () => CalendarDate,
): Readonly<Record<StepId, Progress>> {
  const isUntouched = Object.values(draft.answers).every((answer) => !answer)
  const missingErrors = isUntouched ? null : findMissing(draft, getToday())
  const progress = steps.map(({ id, fields }) => {
    if (fields.some((field) => shownErrors[field])) return [id, 'faulty']
    const isOpen = !missingErrors || fields.some((field) => missingErrors[field])
    return [id, isOpen ? 'open' : 'done']
  })
  return Object.fromEntries(progress)
}

function findMissing(
  draft: Draft,
  today: CalendarDate,
): Readonly<Record<string, string | undefined>> {
  return { ...validateRegistration(draft.answers, today), ...validateConsent(draft, today) }
}
