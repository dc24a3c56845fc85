import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatCount, formatPercentage, pluralize } from '#contract/format.ts'
import {
  type AnswerKey,
  correctAnswerKey,
  type ItemAnalysis,
  listItemAnalyses,
  previewCorrection,
} from '#contract/grading.ts'
import { describeQueuedEmails } from '#contract/queued-emails.ts'
import { getReleaseProgress } from '#contract/result-release.ts'
import {
  getAnswers,
  getScoreDetails,
  listAttemptsByExam,
  listExamAttempts,
  listStudentAttempts,
} from '#contract/results.ts'
import { bandMessages, getScoreBand } from '#core/grading/percentage.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import {
  endpointQuery,
  invalidateEndpoints,
  useEndpointMutation,
} from '../../../client/endpoint-query.ts'
import { useCan } from '../../../client/use-can.tsx'
import { AuthorTextView } from '../../../questions/author-text-view.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Status } from '../../../ui/status.tsx'
import { showToast } from '../../../ui/toast.tsx'
import css from './correct-answer-dialog.module.css'
import { KeyChoice } from './key-choice.tsx'

type CorrectAnswerDialogProps = {
  readonly examId: string
  readonly item: ItemAnalysis
  readonly opened: boolean
  readonly onClose: () => void
}

export function CorrectAnswerDialog({ opened, onClose, ...rest }: CorrectAnswerDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Correct the answer" width={600}>
      {opened && <CorrectAnswerForm {...rest} onClose={onClose} />}
    </FormDialog>
  )
}

function CorrectAnswerForm({ examId, item, onClose }: Omit<CorrectAnswerDialogProps, 'opened'>) {
  const { questionId, revisionId } = item
  const [key, setKey] = useState<AnswerKey | null>(null)
  const [why, setWhy] = useState('')
  const [isEmailWanted, setEmailWanted] = useState(false)
  const [errors, setErrors] = useState<{ key?: string; why?: string }>({})
  const client = useQueryClient()
  const correct = useEndpointMutation(correctAnswerKey)
  const preview = useCorrectionPreview(examId, { questionId, revisionId, key })
  const isMailSetUp = useIsMailSetUp(examId)
  const notifiedCount = preview.data?.told ?? 0
  const recipientCount = preview.data?.isReleased ? notifiedCount : 0

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const nextErrors = {
      ...(!key && { key: 'Choose what counts as correct' }),
      ...(!why.trim() && { why: 'Say why' }),
    }
    setErrors(nextErrors)
    if (!key || !why.trim()) return
    const body = {
      questionId,
      revisionId,
      key,
      why: why.trim(),
      mail: isEmailWanted && recipientCount > 0,
    }
    const { message, mails } = await correct.mutateAsync({ params: { testId: examId }, body })
    await invalidateEndpoints(
      client,
      listItemAnalyses,
      listExamAttempts,
      listAttemptsByExam,
      listStudentAttempts,
      getAnswers,
      getReleaseProgress,
      getScoreDetails,
    )
    onClose()
    showToast(`${message} ${describeQueuedEmails(mails, isMailSetUp)}`.trim())
  }

  return (
    <form onSubmit={(event) => handleSubmit(event).catch(() => undefined)} noValidate>
      <p dir="auto" className={css.question}>
        <AuthorTextView text={item.questionText} />
      </p>
      <KeyChoice item={item} error={errors.key} onChoose={setKey} />
      {key && <CorrectionPreview preview={preview} />}
      <TextAreaField
        label="Why"
        required
        hint="It is kept in the audit log."
        value={why}
        maxLength={500}
        error={errors.why}
        onChange={({ target }) => setWhy(target.value)}
      />
      {key && recipientCount > 0 && (
        <div className={css.mail}>
          <Checkbox
            checked={isEmailWanted}
            onChange={({ target }) => setEmailWanted(target.checked)}
          >
            {isMailSetUp ? 'Send' : 'Write'} the corrected result to{' '}
            {pluralize(recipientCount, 'student')} who had another one before
          </Checkbox>
          <p>Otherwise they get it the next time the result is released.</p>
        </div>
      )}
      {key && preview.data?.isReleased === false && notifiedCount > 0 && (
        <p className={css.mail}>
          {pluralize(notifiedCount, 'student')} had another result before it was taken back.{' '}
          {notifiedCount === 1 ? 'They get' : 'All of them get'} the corrected one when it is
          released again.
        </p>
      )}
      {correct.isError && (
        <Notice tone="danger">The answer was not corrected. {correct.error.message}</Notice>
      )}
      <div className={css.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={correct.isPending}>
          Correct the answer
        </Button>
      </div>
    </form>
  )
}

/** As the progress of the release says, which the page has read. */
function useIsMailSetUp(examId: string): boolean {
  const progress = endpointQuery(getReleaseProgress, { params: { testId: examId } })
  const { data } = useQuery({ ...progress, enabled: useCan(getReleaseProgress) })
  return data?.isMailSetUp ?? true
}

type CorrectionInput = {
  readonly questionId: string
  readonly revisionId: string
  readonly key: AnswerKey | null
}

function useCorrectionPreview(examId: string, { key, ...question }: CorrectionInput) {
  const query = { ...question, key: key ?? 'printed' }
  return useQuery({
    ...endpointQuery(previewCorrection, { params: { testId: examId }, query }),
    enabled: key !== null,
    staleTime: 0,
  })
}

const maxNamed = 20

/** Shows whose score and band would change, before anything does. */
function CorrectionPreview({ preview }: { preview: ReturnType<typeof useCorrectionPreview> }) {
  const { data, isError, refetch } = preview
  if (isError) {
    return (
      <Notice tone="danger" onRetry={refetch}>
        What would change could not be worked out.
      </Notice>
    )
  }
  if (!data) return <Status>Working out what would change…</Status>
  const { raised, lowered, bandsChanged, changes, attempts } = data
  const count = raised + lowered
  const named = changes.slice(0, maxNamed)
  return (
    <div className={css.preview}>
      <Status>
        {count === 0
          ? 'No score would change.'
          : `${formatCount(count)} of ${pluralize(attempts, 'score')} would change: ${formatCount(raised)} up, ${formatCount(lowered)} down. ${describeBands(bandsChanged)}`}
      </Status>
      {named.length > 0 && (
        <ul>
          {named.map(({ attemptId, before, after, ...student }) => (
            <li key={attemptId}>
              <span>{toStudentLabel(student)}</span>
              <span>
                {before.score} → <b>{after.score}</b> ({formatPercentage(after.percentage)}
                {describeBandChange(before.percentage, after.percentage)})
              </span>
            </li>
          ))}
          {count > named.length && <li>and {formatCount(count - named.length)} more</li>}
        </ul>
      )}
    </div>
  )
}

function describeBands(count: number) {
  if (count === 0) return 'Nobody’s band changes.'
  return `${pluralize(count, 'band')} would change; they are listed first.`
}

function describeBandChange(before: number, after: number) {
  const band = getScoreBand(after)
  return band === getScoreBand(before) ? '' : `, now “${bandMessages[band]}”`
}
