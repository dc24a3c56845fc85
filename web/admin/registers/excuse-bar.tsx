import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { openMakeUpWindow } from '#contract/exam-windows.ts'
import { formatCount } from '#contract/format.ts'
import { excuseReasonNames } from '#contract/register-words.ts'
import {
  excuseStudents,
  getRegister,
  type RegisteredStudent,
  revertExcuses,
} from '#contract/registers.ts'
import { canExcuse, type ExcuseReason, excuseReasons } from '#core/registers/register.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import { showUndoToast } from '../../ui/toast.tsx'
import bar from '../lists/selection-bar.module.css'
import css from './excuse-bar.module.css'
import { nameStudents } from './name-students.ts'

type ExcuseBarProps = {
  readonly windowId: string
  readonly chosen: readonly RegisteredStudent[]
  readonly onClear: () => void
  readonly onMakeUp: (students: readonly RegisteredStudent[]) => void
}

/** Sticks to the bottom of the view while anybody is selected. */
export function ExcuseBar({ windowId, chosen, onClear, onMakeUp }: ExcuseBarProps) {
  const [reason, setReason] = useState<ExcuseReason | ''>('')
  const excuse = useEndpointMutation(excuseStudents, [getRegister])
  const withdrawExcuse = useEndpointMutation(revertExcuses, [getRegister])
  const canOpenWindows = useCan(openMakeUpWindow)
  if (chosen.length === 0) return null
  const toExcuse = chosen.filter(({ state }) => canExcuse(state))
  const absent = chosen.filter(({ state }) => state === 'absent')
  const params = { id: windowId }

  const handleExcuse = async () => {
    if (reason === '') return
    const studentIds = toExcuse.map(({ _id }) => _id)
    const done = await excuse.mutateAsync({ params, body: { studentIds, reason } })
    onClear()
    const undo = () => withdrawExcuse.mutateAsync({ params, body: { studentIds: done.studentIds } })
    showUndoToast(done.message, undo)
  }

  return (
    <section className={bar.bar} aria-label="Selected students">
      <div className={css.chosen}>
        <div>
          <Status>
            <b>{formatCount(chosen.length)} selected</b>
          </Status>
          <Button size="row" tone="quiet" onClick={onClear}>
            Clear
          </Button>
        </div>
        <p dir="auto">{nameStudents(chosen)}</p>
      </div>
      {excuse.error && <Notice tone="danger">{excuse.error.message}</Notice>}
      <div className={css.actions}>
        <div className={css.excuse}>
          <SelectField
            label="Why they are excused"
            hideLabel
            value={reason}
            prompt="Choose why"
            options={excuseReasons.map((value) => ({ value, name: excuseReasonNames[value] }))}
            onChange={({ target }) => setReason(target.value as ExcuseReason | '')}
          />
          <Button
            size="row"
            disabled={reason === '' || toExcuse.length === 0}
            busy={excuse.isPending}
            onClick={handleExcuse}
          >
            Excuse {formatCount(toExcuse.length)}
          </Button>
        </div>
        {canOpenWindows && (
          <Button
            size="row"
            tone="primary"
            icon={<IconCalendarPlus aria-hidden="true" />}
            aria-haspopup="dialog"
            disabled={absent.length === 0}
            onClick={() => onMakeUp(absent)}
          >
            Make-up window for {formatCount(absent.length)}
          </Button>
        )}
        {!canOpenWindows && <p>Make-up window: ask a teacher or an owner.</p>}
      </div>
    </section>
  )
}
