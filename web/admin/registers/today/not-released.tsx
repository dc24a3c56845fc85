import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { listExamWindows } from '#contract/exam-windows.ts'
import { getExam, listExams, updateExam } from '#contract/exams.ts'
import { getToday, type TodayWindow } from '#contract/registers.ts'
import { useEndpointMutation, useEndpointQuery } from '../../../client/endpoint-query.ts'
import { useCan } from '../../../client/use-can.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { formatPeriod, formatTimeNear } from '../../../ui/format-moment.ts'
import { Alert } from '../../../ui/status.tsx'
import { showUndoToast } from '../../../ui/toast.tsx'
import css from './not-released.module.css'

type NotReleasedProps = { readonly window: TodayWindow; readonly now: number }

/** Before the release nobody can start; who may release it does so here. */
export function NotReleased({ window, now }: NotReleasedProps) {
  const canRelease = useCan(updateExam)
  const opensAt = Date.parse(window.opensAt)
  return (
    <div className={css.notReleased}>
      <IconEyeOff size={20} stroke={1.75} aria-hidden="true" />
      <p>
        <b>Not released.</b> Nobody can start{' '}
        {opensAt > now ? `at ${formatTimeNear(opensAt, now)}` : 'now'}.
        {!canRelease && ' A teacher or an owner can release it.'}
      </p>
      {canRelease && <Release window={window} />}
    </div>
  )
}

/** A test with several windows is released for all of them, so it is asked about first. */
function Release({ window: { testId, testTitle } }: { readonly window: TodayWindow }) {
  const [isAsking, setAsking] = useState(false)
  const update = useEndpointMutation(updateExam, [getToday, getExam, listExams, listExamWindows])
  const windows = useEndpointQuery(listExamWindows, { query: { testId } })
  const open = (windows.data ?? []).filter(({ phase }) => phase !== 'closed')
  const params = { id: testId }
  const release = async () => {
    await update.mutateAsync({ params, body: { released: true } })
    showUndoToast('Test released', () =>
      update.mutateAsync({ params, body: { released: false, confirm: true } }),
    )
  }
  return (
    <>
      <Button
        size="row"
        busy={update.isPending}
        disabled={windows.isPending}
        onClick={() => (open.length > 1 ? setAsking(true) : release().catch(() => undefined))}
      >
        Release<span className="visually-hidden"> {testTitle}</span>
      </Button>
      {update.error && !isAsking && <Alert>{update.error.message}</Alert>}
      <ConfirmDialog
        opened={isAsking}
        question="Release it for these windows?"
        action="Release"
        tone="primary"
        names={open.map(({ opensAt, closesAt }) =>
          formatPeriod(Date.parse(opensAt), Date.parse(closesAt)),
        )}
        onConfirm={release}
        onClose={() => setAsking(false)}
      >
        <b dir="auto">{testTitle}</b>
      </ConfirmDialog>
    </>
  )
}
