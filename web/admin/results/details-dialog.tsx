import { useQuery } from '@tanstack/react-query'
import type { AnswerSheetItem } from '#contract/questions/kinds.ts'
import { type Attempt, getAnswers, getScoreDetails } from '#contract/results.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { request } from '../../client/request.ts'
import { PlainAnswerSheet } from '../../questions/answer-sheet/answer-sheet.tsx'
import { describeCounting } from '../../questions/describe-counting.ts'
import { ScoreBadge } from '../../questions/score-badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { getAnswerSheetLink } from './attempts/attempt-cells.tsx'
import { AttemptTimeline } from './attempts/attempt-timeline.tsx'
import { ResendResultButton } from './attempts/resend-result-button.tsx'
import css from './details-dialog.module.css'

type DetailsDialogProps = {
  readonly attempt: Attempt | null
  readonly isNewest: boolean
  readonly canReopen: boolean
  readonly onReopen: () => void
  readonly onClose: () => void
}

export function DetailsDialog(props: DetailsDialogProps) {
  const { attempt, isNewest, canReopen, onReopen, onClose } = props
  return (
    <Dialog
      opened={attempt !== null}
      onClose={onClose}
      title={attempt ? toStudentLabel(attempt) : ''}
      width={720}
      footer={
        <>
          {attempt && <ButtonLink to={getAnswerSheetLink(attempt)}>Open as a page</ButtonLink>}
          {attempt && <ResendResultButton attempt={attempt} />}
          {canReopen && <Button onClick={onReopen}>Reopen</Button>}
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </>
      }
    >
      {attempt && !canReopen && (
        <p className={css.facts}>Another attempt is running, so this one cannot be reopened now.</p>
      )}
      {attempt && <Details attempt={attempt} isNewest={isNewest} />}
    </Dialog>
  )
}

function Details({ attempt, isNewest }: { attempt: Attempt; isNewest: boolean }) {
  const { data: responses, isPending, isError, refetch } = useResponses(attempt, isNewest)
  const { score, percentage, totalQuestions, finishReason, counting } = attempt
  return (
    <>
      <p className={css.facts}>
        {percentage !== null && <ScoreBadge percentage={percentage} />}
        <span>
          {score} of {totalQuestions} correct
        </span>
        <span>{finishReason}</span>
        {counting && <span>{describeCounting(counting)}</span>}
      </p>
      <details className={css.timeline}>
        <summary>What happened</summary>
        <AttemptTimeline attempt={attempt} />
      </details>
      {isPending && (
        <div className={layout.stack} aria-busy="true">
          <Skeleton height="240px" />
          <Skeleton height="240px" />
        </div>
      )}
      {isError && (
        <Notice tone="danger" onRetry={refetch}>
          Failed to load answers
        </Notice>
      )}
      {responses && <PlainAnswerSheet responses={responses} reader="admin" />}
    </>
  )
}

/** The newest attempt has a call of its own; an earlier one is asked for by its id. */
function useResponses({ testId, studentId, _id }: Attempt, isNewest: boolean) {
  return useQuery({
    queryKey: [getScoreDetails.path, testId, studentId, isNewest ? 'newest' : _id],
    queryFn: async ({ signal }): Promise<readonly AnswerSheetItem[]> => {
      const params = { testId, studentId }
      if (isNewest) return (await request(getScoreDetails, { params, signal })).responses
      return (await request(getAnswers, { params, query: { attempt: _id }, signal })).answers
    },
  })
}
