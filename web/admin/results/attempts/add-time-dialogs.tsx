import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, pluralize } from '#contract/format.ts'
import { addTime, addTimeToExam } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { site } from '#site'
import { invalidateEndpoints } from '../../../client/endpoint-query.ts'
import { formFor } from '../../../ui/form/form-for.tsx'
import { formatTime } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import {
  attemptQueries,
  CancelButton,
  ChangeDialog,
  createMinutesCheck,
  whyHint,
} from './change-dialog.tsx'

const single = formFor(addTime)
/** `getPollSeconds` says so. */
const newsDelay = '10 seconds (30 while more than 2,000 students take tests)'

type AddTimeDialogProps = {
  /** A running attempt; null while the dialog is closed. */
  readonly attempt: Attempt | null
  readonly onClose: () => void
}

export function AddTimeDialog({ attempt, onClose }: AddTimeDialogProps) {
  const client = useQueryClient()
  const name = attempt ? toStudentLabel(attempt) : ''
  return (
    <ChangeDialog
      opened={attempt !== null}
      onClose={onClose}
      title={`Add time for ${name}`}
      lead={`The clock of ${name} shows it within ${newsDelay}, without a reload.`}
    >
      {attempt && (
        <single.Form
          params={{ attemptId: attempt._id }}
          submit="Add time"
          messagePrefix="No time was added."
          validate={createMinutesCheck(true)}
          toBody={({ why = '', minutes }) => ({ why, minutes: Number(minutes) })}
          onDone={async ({ endsAt }, { minutes }) => {
            await invalidateEndpoints(client, ...attemptQueries)
            onClose()
            const added = pluralize(Number(minutes), 'minute')
            const latest = attempt.resumesBy ? 'at the latest' : 'until'
            showToast(`${added} added for ${name}, ${latest} ${formatTime(Date.parse(endsAt))}.`)
          }}
          beside={<CancelButton onClose={onClose} />}
        >
          <single.Field
            name="minutes"
            label="Minutes"
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
          />
          <single.TextArea name="why" label="Why?" hint={whyHint} />
        </single.Form>
      )}
    </ChangeDialog>
  )
}

const forExam = formFor(addTimeToExam)

export type AddTimeRequest = {
  readonly attempts: readonly Attempt[]
  /** For everybody who takes the test at that moment, not for these alone. */
  readonly isForAll: boolean
}

type AddTimeToExamDialogProps = {
  readonly examId: string
  /** The attempts as they were when the dialog opened; null while it is closed. */
  readonly requested: AddTimeRequest | null
  readonly onDone: () => void
  readonly onClose: () => void
}

export function AddTimeToExamDialog({
  examId,
  requested,
  onDone,
  onClose,
}: AddTimeToExamDialogProps) {
  const client = useQueryClient()
  const [isTooLate, setTooLate] = useState(false)
  const { attempts, isForAll } = requested ?? { attempts: [], isForAll: true }
  const handleClose = () => {
    setTooLate(false)
    onClose()
  }
  return (
    <ChangeDialog
      opened={requested !== null}
      onClose={handleClose}
      title={
        isForAll
          ? 'Add time for all who take this test now'
          : `Add time for ${pluralize(attempts.length, 'student')}`
      }
      lead={`For ${listNames(attempts)}. Their clocks show it within ${newsDelay}, without a reload.`}
    >
      <forExam.Form
        params={{ testId: examId }}
        submit="Add time"
        messagePrefix="No time was added."
        validate={createMinutesCheck(true)}
        toBody={({ why = '', minutes }) => ({
          why,
          minutes: Number(minutes),
          ...(!isForAll && { attemptIds: attempts.map(({ _id }) => _id) }),
        })}
        onType={() => setTooLate(false)}
        onDone={async ({ changed }, { minutes }) => {
          await invalidateEndpoints(client, ...attemptQueries)
          if (changed === 0) return setTooLate(true)
          handleClose()
          onDone()
          showToast(
            describeAddedTime(Number(minutes), changed, isForAll ? changed : attempts.length),
          )
        }}
        beside={<CancelButton onClose={handleClose} />}
      >
        <forExam.Field
          name="minutes"
          label="Minutes"
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
        />
        <forExam.TextArea
          name="why"
          label="Why?"
          hint="Kept with the attempts for 30 days. The audit log has your name and the minutes."
        />
        {isTooLate && (
          <Notice tone="danger">
            No time was added: none of them is taking the test any more. An attempt that has ended
            can be reopened.
          </Notice>
        )}
      </forExam.Form>
    </ChangeDialog>
  )
}

const maxNames = 5

function listNames(attempts: readonly Attempt[]) {
  const names = attempts.slice(0, maxNames).map(toStudentLabel)
  const more = attempts.length - names.length
  return new Intl.ListFormat(site.locale).format(
    more > 0 ? [...names, `${formatCount(more)} more`] : names,
  )
}

function describeAddedTime(minutes: number, changed: number, requested: number) {
  const added = `${pluralize(minutes, 'minute')} added for ${pluralize(changed, 'student')}.`
  const endedCount = requested - changed
  if (endedCount <= 0) return added
  return `${added} ${pluralize(endedCount, 'attempt')} had ended.`
}
