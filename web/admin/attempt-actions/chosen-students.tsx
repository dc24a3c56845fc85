import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '#contract/format.ts'
import type { LiveStudent } from '#contract/live.ts'
import { toPersonLabel } from '#core/students/namesakes.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import css from './action-dialog.module.css'
import { describeStudent, stateWords } from './action-labels.ts'

const firstNames = 5

type ChosenStudentsProps = {
  readonly chosen: readonly LiveStudent[]
  readonly onRemove: (studentId: string) => void
}

/** The students an action is for; each can be taken out of it. */
export function ChosenStudents({ chosen, onRemove }: ChosenStudentsProps) {
  const [isWhole, setWhole] = useState(false)
  const now = getServerTime()
  const shown = isWhole ? chosen : chosen.slice(0, firstNames)
  const more = chosen.length - shown.length
  return (
    <div className={css.part}>
      <h3>Who</h3>
      <ul className={css.students}>
        {shown.map((row) => (
          <li key={row.studentId}>
            <Avatar name={row.name} />
            <span>
              <b dir="auto">{toPersonLabel(row)}</b>{' '}
              {describeStudent(row, stateWords[row.state], now)}
            </span>
            {chosen.length > 1 && (
              <IconButton
                name={`Leave ${toPersonLabel(row)} out`}
                onClick={() => onRemove(row.studentId)}
              >
                <IconX size={18} stroke={2} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
        {more > 0 && (
          <li>
            <button type="button" onClick={() => setWhole(true)}>
              and {formatCount(more)} more
            </button>
          </li>
        )}
      </ul>
    </div>
  )
}
