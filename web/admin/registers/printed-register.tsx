import { registerStateNames } from '#contract/register-words.ts'
import type { Register, RegisteredStudent } from '#contract/registers.ts'
import { formatSeat, nameRooms } from '#contract/seat-words.ts'
import { site } from '#site'
import { formatPeriod, formatTimeNear } from '../../ui/format-moment.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { nameStudent } from './name-students.ts'
import css from './printed-register.module.css'
import type { RegisterFilter } from './register-view.ts'

type PrintedRegisterProps = {
  readonly register: Register
  /** In one list, by roll number. */
  readonly students: readonly RegisteredStudent[]
  readonly filter: RegisterFilter
}

/** Only on paper: no reasons and no phones, since it hangs on a door; those of the absent to call them. */
export function PrintedRegister({ register, students, filter }: PrintedRegisterProps) {
  const { window, serverTime, counts } = register
  const now = Date.parse(serverTime)
  const isBefore = window.phase === 'coming'
  const isForCalls = filter === 'absent'
  const hasRollNumbers = students.some(({ rollNumber }) => rollNumber !== undefined)
  const named = (state: RegisteredStudent['state']) =>
    students.filter((student) => student.state === state).map(nameStudent)
  const { batchName } = window.audience
  const { rooms } = window
  const expected = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <section className={css.printed} aria-hidden="true">
      <header>
        <b>{site.product}</b>
        <span>
          {site.address.join(' ')}
          <br />
          {site.phone}, {site.email}
        </span>
      </header>
      <h2>Register</h2>
      <p dir="auto">
        {window.testTitle}
        {batchName !== null && `, batch ${batchName}`}
      </p>
      <p>
        {formatPeriod(Date.parse(window.opensAt), Date.parse(window.closesAt))}
        {rooms && `, ${nameRooms(rooms)}`}
      </p>
      <p>
        {expected} expected{filter !== 'all' && `, here: ${registerStateNames[filter]}`}
      </p>
      <table>
        <thead>
          <tr>
            {hasRollNumbers && <th>Roll number</th>}
            <th>Student</th>
            <th>Batch</th>
            {rooms && <th>Seat</th>}
            <th>State</th>
            <th>{isForCalls ? 'Phone' : 'Since'}</th>
          </tr>
        </thead>
        <tbody>
          {students.map((student) => (
            <tr key={student._id}>
              {hasRollNumbers && <td>{student.rollNumber}</td>}
              <td dir="auto">
                {student.name}
                {student.identifier !== undefined &&
                  student.rollNumber === undefined &&
                  ` (${student.email})`}
              </td>
              <td>{student.batches.join(', ')}</td>
              {rooms && <td>{student.seat ? formatSeat(student.seat) : 'No seat'}</td>}
              {isBefore ? <td className={css.box} /> : <td>{registerStateNames[student.state]}</td>}
              {isBefore ? (
                <td className={css.box} />
              ) : (
                <td>
                  {isForCalls
                    ? student.phone
                    : student.since !== null && formatTimeNear(Date.parse(student.since), now)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {!isBefore && named('absent').length > 0 && <p>Absent: {named('absent').join(', ')}.</p>}
      {!isBefore && named('excused').length > 0 && <p>Excused: {named('excused').join(', ')}.</p>}
      <p>As it stood on {formatDateTime(serverTime)}.</p>
      <p className={css.signature}>Signature of the trainer</p>
    </section>
  )
}
