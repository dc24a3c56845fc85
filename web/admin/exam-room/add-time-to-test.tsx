import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addTimeToExam } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { site } from '#site'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { formFor } from '../../ui/form/form-for.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { counted } from '../counted.ts'
import { Cancel, ChangeDialog, whyHint } from './change-dialog.tsx'
import { checkMinutes } from './minutes.ts'
import { touched } from './touched.ts'

const { Form, Field, TextArea: Area } = formFor(addTimeToExam)

export type Asked = {
  readonly attempts: readonly Attempt[]
  /** Whoever takes the test when it is sent, not these alone. */
  readonly isForAll: boolean
}

type AddTimeToTestProps = {
  readonly testId: string
  /** As they were when it was asked; null while nothing is. */
  readonly asked: Asked | null
  readonly onDone: () => void
  readonly onClose: () => void
}

export function AddTimeToTest({ testId, asked, onDone, onClose }: AddTimeToTestProps) {
  const client = useQueryClient()
  const [isTooLate, setTooLate] = useState(false)
  const { attempts, isForAll } = asked ?? { attempts: [], isForAll: true }
  const handleClose = () => {
    setTooLate(false)
    onClose()
  }
  return (
    <ChangeDialog
      opened={asked !== null}
      onClose={handleClose}
      title={
        isForAll
          ? 'Add time for all who take this test now'
          : `Add time for ${counted(attempts.length, 'student')}`
      }
      lead={`For ${namesOf(attempts)}. Their clocks show it within 10 seconds, without a reload.`}
    >
      <Form
        params={{ testId }}
        submit="Add time"
        messagePrefix="No time was added."
        validate={checkMinutes(true)}
        toBody={({ why = '', minutes }) => ({
          why,
          minutes: Number(minutes),
          ...(!isForAll && { attemptIds: attempts.map(({ _id }) => _id) }),
        })}
        onType={() => setTooLate(false)}
        onDone={async ({ changed }, { minutes }) => {
          await invalidateEndpoints(client, ...touched)
          if (changed === 0) return setTooLate(true)
          handleClose()
          onDone()
          showToast(addedSays(Number(minutes), changed, isForAll ? changed : attempts.length))
        }}
        beside={<Cancel onClose={handleClose} />}
      >
        <Field
          name="minutes"
          label="Minutes"
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
        />
        <Area name="why" label="Why?" hint={whyHint} />
        {isTooLate && (
          <Notice tone="danger">
            No time was added: nobody of them is taking the test any more. An attempt that has ended
            can be reopened.
          </Notice>
        )}
      </Form>
    </ChangeDialog>
  )
}

const mostNames = 5

function namesOf(attempts: readonly Attempt[]) {
  const names = attempts.slice(0, mostNames).map(({ studentName }) => studentName)
  const more = attempts.length - names.length
  return new Intl.ListFormat(site.locale).format(more > 0 ? [...names, `${more} more`] : names)
}

function addedSays(minutes: number, changed: number, asked: number) {
  const added = `${counted(minutes, 'minute')} added for ${counted(changed, 'student')}.`
  const missed = asked - changed
  if (missed <= 0) return added
  return `${added} ${missed === 1 ? '1 attempt' : `${missed} attempts`} had ended.`
}
