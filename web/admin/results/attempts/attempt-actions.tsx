import { IconDeviceDesktop } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pluralize } from '#contract/format.ts'
import { type AttemptPlace, grantAttempt, listAttemptPlaces } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { endpointQuery, invalidateEndpoints } from '../../../client/endpoint-query.ts'
import { useCan } from '../../../client/use-can.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formFor } from '../../../ui/form/form-for.tsx'
import { formatDateTime } from '../../../ui/format-time.ts'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useExams } from '../../lists/use-exams.ts'
import { useKeyReveal } from '../../lists/use-key-reveal.ts'
import css from './attempt-actions.module.css'
import { isRunning } from './attempt-cells.tsx'
import { AttemptTimeline } from './attempt-timeline.tsx'
import { attemptQueries, CancelButton, ChangeDialog, whyHint } from './change-dialog.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'
import { ResendResultButton } from './resend-result-button.tsx'
import { useAddMinutes } from './use-add-minutes.tsx'

type AttemptActionsProps = {
  readonly attempt: Attempt
  /** All attempts of the student at this test. */
  readonly attempts: readonly Attempt[]
  readonly onReopened: (attempt: Attempt) => void
}

/** The history of one attempt, and what an admin can change about it. */
export function AttemptActions({ attempt, attempts, onReopened }: AttemptActionsProps) {
  const [openDialog, setOpenDialog] = useState<'reopen' | 'grant' | null>(null)
  const exam = useExams().data?.find(({ _id }) => _id === attempt.testId)
  const isAnotherRunning = attempts.some((other) => other._id !== attempt._id && isRunning(other))
  const getAttemptFor = (dialog: typeof openDialog) => (openDialog === dialog ? attempt : null)
  const close = () => setOpenDialog(null)
  const canAdjust = useCan('attempts.adjust')
  const minutes = useAddMinutes({ examId: attempt.testId, title: attempt.testTitle })
  return (
    <Card padded className={css.card}>
      <div className={css.head}>
        <h2>What happened</h2>
        <div className={layout.row}>
          {!isAnotherRunning && <ResendResultButton attempt={attempt} size="row" />}
          {canAdjust && isRunning(attempt) && (
            <Button size="row" busy={minutes.isOpening} onClick={() => minutes.open([attempt])}>
              Add time
            </Button>
          )}
          {canAdjust && !isRunning(attempt) && (
            <Button size="row" disabled={isAnotherRunning} onClick={() => setOpenDialog('reopen')}>
              Reopen
            </Button>
          )}
          {canAdjust && exam && exam.attemptsAllowed > 0 && (
            <Button size="row" onClick={() => setOpenDialog('grant')}>
              Grant another attempt
            </Button>
          )}
        </div>
      </div>
      {!isRunning(attempt) && isAnotherRunning && (
        <p className={css.reason}>
          Another attempt of {toStudentLabel(attempt)} at this test is running, so this one cannot
          be reopened now.
        </p>
      )}
      <AttemptTimeline attempt={attempt} />
      <AttemptPlaces attempt={attempt} />
      {minutes.dialog}
      <ReopenDialog attempt={getAttemptFor('reopen')} onReopened={onReopened} onClose={close} />
      <GrantDialog
        attempt={getAttemptFor('grant')}
        isReleased={exam?.released ?? true}
        onClose={close}
      />
    </Card>
  )
}

const { Form, TextArea: Area } = formFor(grantAttempt)

type GrantDialogProps = {
  /** An attempt of the student; null while the dialog is closed. */
  readonly attempt: Attempt | null
  readonly isReleased: boolean
  readonly onClose: () => void
}

function GrantDialog({ attempt, isReleased, onClose }: GrantDialogProps) {
  const client = useQueryClient()
  const name = attempt ? toStudentLabel(attempt) : ''
  const act = attempt && ({ act: 'grant', studentId: attempt.studentId } as const)
  const { confirm, refetchIfNeeded } = useKeyReveal(attempt?.testId ?? '', act)
  return (
    <ChangeDialog
      opened={attempt !== null}
      onClose={onClose}
      title={`Grant ${name} another attempt`}
      answersSeenBy={attempt?.resultReleased && name}
      lead={`${name} may start this test once more, from the beginning and with the full time. What was done so far is kept.`}
    >
      {attempt && (
        <Form
          params={{ testId: attempt.testId }}
          submit={confirm ? 'Grant an attempt all the same' : 'Grant an attempt'}
          messagePrefix="No attempt was granted."
          toBody={({ why = '' }) => ({ why, studentId: attempt.studentId, confirm })}
          placeRefusal={(refusal) => {
            refetchIfNeeded(refusal)
            return refusal.fields
          }}
          onDone={async ({ message }) => {
            await invalidateEndpoints(client, ...attemptQueries)
            onClose()
            showToast(message)
          }}
          beside={<CancelButton onClose={onClose} />}
        >
          {!isReleased && (
            <Notice tone="warn">
              This test is not released now. {name} can start it when it is.
            </Notice>
          )}
          <Area name="why" label="Why?" hint={whyHint} data-autofocus />
        </Form>
      )}
    </ChangeDialog>
  )
}

const refetchMs = 30_000

/** The networks and devices that an attempt was taken from. */
function AttemptPlaces({ attempt }: { attempt: Attempt }) {
  const { data, isLoadingError, refetch } = useQuery({
    ...endpointQuery(listAttemptPlaces, { params: { attemptId: attempt._id } }),
    refetchInterval: isRunning(attempt) && refetchMs,
  })
  return (
    <section className={css.places} aria-labelledby="taken-from">
      <h3 id="taken-from">Taken from</h3>
      {isLoadingError && (
        <Notice tone="danger" onRetry={refetch}>
          Where this attempt was taken from could not be loaded.
        </Notice>
      )}
      {!data && !isLoadingError && <Skeleton height="56px" />}
      {data?.some(({ isAtOnce }) => isAtOnce) && (
        <Notice tone="warn">
          Two places at once: this attempt was open on more than one device at the same time.
          Somebody may have helped, or the student changed devices and left the first one open.
        </Notice>
      )}
      {data?.length === 0 && <p className={css.none}>Nothing is kept about this attempt.</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map((place) => (
            <Place key={`${place.firstAt} ${place.address} ${place.device}`} place={place} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Place({ place }: { place: AttemptPlace }) {
  const { address, device, firstAt, lastAt, calls, isAtOnce } = place
  return (
    <li data-at-once={isAtOnce || undefined}>
      <IconDeviceDesktop size={18} stroke={1.75} aria-hidden="true" />
      <div>
        <b>{device}</b> at {address}
        {isAtOnce && <span className={css.flag}>At the same time as another</span>}
        <p>
          {firstAt === lastAt
            ? formatDateTime(firstAt)
            : `${formatDateTime(firstAt)} to ${formatDateTime(lastAt)}`}
          , {pluralize(calls, 'request')}
        </p>
      </div>
    </li>
  )
}
