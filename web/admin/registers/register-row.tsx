import { IconPhone } from '@tabler/icons-react'
import { generatePath, Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { RegisteredStudent } from '#contract/registers.ts'
import { formatSeat } from '#contract/seat-words.ts'
import { toPersonLabel } from '#core/students/namesakes.ts'
import { EmailAddress } from '../../ui/breakable-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { RegisterStateCell } from './register-state.tsx'
import css from './register-table.module.css'
import { toDialable } from './register-view.ts'

type RegisterRowProps = {
  readonly student: RegisteredStudent
  readonly now: number
  readonly hasRollNumbers: boolean
  readonly hasSeats: boolean
  readonly isSelected: boolean
  readonly canSelect: boolean
  readonly onToggle: (isRange: boolean) => void
  readonly onRevert: ((student: RegisteredStudent) => void) | null
}

export function RegisterRow(props: RegisterRowProps) {
  const { student, now, hasRollNumbers, hasSeats, isSelected, canSelect, onToggle, onRevert } =
    props
  const { _id: id, name, rollNumber, identifier, email, seat, batches, state } = student
  const label = toPersonLabel(student)
  const seatText = seat ? formatSeat(seat) : 'No seat'
  const belowName = [rollNumber, hasSeats && seatText].filter(Boolean).join(', ')
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: blocks would lose them
    <tr
      role="row"
      className={css.row}
      aria-selected={canSelect ? isSelected : undefined}
      data-selectable={canSelect || undefined}
    >
      <td role="cell" className={css.select}>
        {canSelect && (
          <Checkbox
            bare
            checked={isSelected}
            onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey)}
          >
            Select {label}
          </Checkbox>
        )}
      </td>
      {hasRollNumbers && (
        <td role="cell" className={css.rollNumber}>
          {rollNumber ?? <EmptyCell />}
        </td>
      )}
      <td role="cell" className={css.student}>
        <Link to={generatePath(pagePaths.student, { id })} dir="auto">
          {name}
        </Link>
        {belowName !== '' && <small className={css.narrowOnly}>{belowName}</small>}
        {identifier !== undefined && (
          <small>
            <EmailAddress address={email} />
          </small>
        )}
      </td>
      <td role="cell" className={css.batch}>
        {batches.length > 0 ? batches.join(' and ') : <EmptyCell />}
      </td>
      {hasSeats && (
        <td role="cell" className={css.seat} data-none={!seat || undefined}>
          {seatText}
        </td>
      )}
      <td role="cell" className={css.phone} data-call={isToCall(student) || undefined}>
        <Phone student={student} label={label} />
      </td>
      <td role="cell" className={css.state}>
        <RegisterStateCell student={student} now={now} />
        {state === 'excused' && onRevert && (
          <Button size="row" tone="quiet" onClick={() => onRevert(student)}>
            Take back
            <span className="visually-hidden"> the excuse of {label}</span>
          </Button>
        )}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the row
  )
}

function isToCall({ state }: RegisteredStudent): boolean {
  return state === 'absent' || state === 'not-here'
}

type PhoneProps = { readonly student: RegisteredStudent; readonly label: string }

function Phone({ student: { phone, rollNumber, identifier }, label }: PhoneProps) {
  const href = toDialable(phone)
  if (href === null) return <span className={css.none}>No number</span>
  const person =
    rollNumber === undefined || identifier === rollNumber ? label : `${label}, ${rollNumber}`
  return (
    <a href={href} aria-label={`Call ${person}, ${phone}`}>
      <IconPhone size={16} stroke={2} aria-hidden="true" />
      {phone}
    </a>
  )
}
