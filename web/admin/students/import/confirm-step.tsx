import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listBatches } from '#contract/batches.ts'
import type { RowOf } from '#contract/endpoint.ts'
import { formatCount, pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { importStudents } from '#contract/student-import.ts'
import { listStudents } from '#contract/students.ts'
import { invalidateEndpoints, useEndpointQuery } from '../../../client/endpoint-query.ts'
import { RefusalError, request } from '../../../client/request.ts'
import { useIsMailSetUp } from '../../../client/use-is-mail-set-up.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { GroupFrame } from '../../../ui/form/field-frame.tsx'
import { RadioCards } from '../../../ui/form/radio-cards.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import { formatDate } from '../../../ui/format-time.ts'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { slipsPerPage } from '../../lists/slips.tsx'
import css from './import.module.css'
import { isReady, useStartedImport } from './use-import.ts'

/** Step 4: into which batch, how the passwords reach the students, and the press that adds them. */
export default function ConfirmStep() {
  const { state, checked, lookUp, change, finish } = useStartedImport()
  const navigate = useNavigate()
  const client = useQueryClient()
  const isMailSetUp = useIsMailSetUp()
  const batches = useEndpointQuery(listBatches, {
    query: { state: 'current', sort: 'newest', limit: 1000 },
  })
  const isBatchUnknown = state.batchId !== '' && !batches.data
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const ready = checked.filter(isReady)
  const stayingOut = checked.length - ready.length
  const newCount = ready.filter(({ isHere }) => !isHere).length
  const hereCount = ready.length - newCount
  const batch = batches.data?.find(({ _id }) => _id === state.batchId)
  // One that is over, or was deleted since, is not offered, so nobody is added to it unseen.
  const batchId = state.isDone ? state.batchId : (batch?._id ?? '')
  const namedCount = ready.filter(({ values }) => values.batch).length
  const count = pluralize(ready.length, 'student')

  const handleAdd = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const body = {
        rows: ready.map(({ line, values }) => ({ line, ...values })),
        batchId: batchId || null,
        deliver: state.deliver,
      }
      const reply = await request(importStudents, { body, idempotencyKey: state.key })
      finish(reply)
      await invalidateEndpoints(client, listStudents, listBatches)
      navigate(pagePaths.importDone)
    } catch (cause) {
      setFailure(cause as Error)
      // The rows show it, too, once one goes back to them.
      if (cause instanceof RefusalError && cause.code === 'import-faulty') lookUp.refresh()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card className={css.card}>
      <div className={css.choices}>
        <SelectField
          label={namedCount > 0 ? 'Batch of the others' : 'Into which batch'}
          hint={describeBatch({ batch, named: namedCount, all: ready.length })}
          prompt="No batch"
          options={(batches.data ?? []).map(({ _id, name, startDate }) => ({
            value: _id,
            name: `${name}, starts ${formatDate(startDate)}`,
          }))}
          value={batchId}
          disabled={state.isDone}
          onChange={({ target }) => change({ batchId: target.value })}
        />
        <GroupFrame label="One-time passwords">
          {() => (
            <RadioCards
              name="deliver"
              inRow
              options={[
                {
                  value: 'mail',
                  name: 'By e-mail',
                  meaning: isMailSetUp
                    ? `${pluralize(newCount, 'email')}, each with a password that works for 72 hours.`
                    : `${pluralize(newCount, 'email')} to the outbox folder: mail is not set up.`,
                },
                {
                  value: 'slips',
                  name: 'Printed slips',
                  meaning: `Eight to a page, ${pluralize(Math.ceil(newCount / slipsPerPage), 'page')}. Shown once, work for 14 days.`,
                },
              ]}
              value={state.deliver}
              onChange={(deliver) => !state.isDone && change({ deliver })}
            />
          )}
        </GroupFrame>
      </div>
      {batches.isError && (
        <Notice tone="danger" onRetry={batches.refetch}>
          The batches could not be loaded.
        </Notice>
      )}
      {failure && <FailureNotice failure={failure} />}
      <div className={css.footer}>
        <p className={layout.hint}>
          {stayingOut > 0 &&
            `${pluralize(stayingOut, 'row')} ${stayingOut === 1 ? 'stays' : 'stay'} out. `}
          {hereCount > 0 &&
            `${formatCount(hereCount)} of the ${formatCount(ready.length)} already ${hereCount === 1 ? 'has' : 'have'} an account: no new password${batchId || namedCount > 0 ? ', only the batch' : ''}, and a roll number where they have none. `}
          Students accept the terms at their first sign-in.
        </p>
        <ButtonLink to={pagePaths.importCheck}>Back</ButtonLink>
        <Button
          tone="primary"
          busy={isBusy}
          disabled={ready.length === 0 || lookUp.isPending || isBatchUnknown}
          onClick={handleAdd}
        >
          {state.isDone ? 'Show the result again' : `Add ${count}`}
        </Button>
      </div>
    </Card>
  )
}

type BatchChoice = {
  readonly batch: RowOf<typeof listBatches> | undefined
  /** How many rows name a batch of their own. */
  readonly named: number
  readonly all: number
}

function describeBatch({ batch, named, all }: BatchChoice): string | undefined {
  const own =
    named > 0
      ? `${pluralize(named, 'row')} of ${formatCount(all)} ${named === 1 ? 'names' : 'name'} a batch. `
      : ''
  return own + (batch ? describeSeats(batch, all - named) : '') || undefined
}

function describeSeats({ seats, students }: RowOf<typeof listBatches>, adding: number): string {
  if (seats === null) return `${pluralize(students, 'student')} in it now.`
  const over = students + adding - seats
  const taken = `Seats: ${formatCount(seats)}, ${formatCount(students)} taken, up to ${formatCount(adding)} more.`
  return over > 0 ? `${taken} That may be ${formatCount(over)} over; it is allowed.` : taken
}

function FailureNotice({ failure }: { readonly failure: Error }) {
  const errors =
    failure instanceof RefusalError && failure.code === 'import-faulty'
      ? Object.entries(failure.fields)
      : []
  return (
    <Notice tone="danger">
      {failure.message}
      {errors.length > 0 && (
        <ul>
          {errors.slice(0, 20).map(([place, message]) => (
            <li key={place}>
              Row {place.split('.')[1]}: {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
