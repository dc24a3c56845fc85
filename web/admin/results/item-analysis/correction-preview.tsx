import { useQuery } from '@tanstack/react-query'
import { formatPercentage } from '#contract/format.ts'
import { type AnswerKey, previewCorrection } from '#contract/grading.ts'
import { bandMessages, getScoreBand } from '#core/grading/grade.ts'
import { pluralize } from '#core/text.ts'
import { endpointQuery } from '../../../client/endpoint-query.ts'
import { Notice } from '../../../ui/notice.tsx'
import css from './correction-preview.module.css'

type CorrectionInput = {
  readonly questionId: string
  readonly revisionId: string
  readonly key: AnswerKey | null
}

export function useCorrectionPreview(examId: string, { key, ...question }: CorrectionInput) {
  const query = { ...question, key: key ?? 'printed' }
  return useQuery({
    ...endpointQuery(previewCorrection, { params: { testId: examId }, query }),
    enabled: key !== null,
    staleTime: 0,
  })
}

const maxNamed = 20

/** Whose score and band would change, before anything does. */
export function CorrectionPreview({
  preview,
}: {
  preview: ReturnType<typeof useCorrectionPreview>
}) {
  const { data, isError, refetch } = preview
  if (isError) {
    return (
      <Notice tone="danger" onRetry={refetch}>
        What would change could not be worked out.
      </Notice>
    )
  }
  if (!data) return <p role="status">Working out what would change…</p>
  const { raised, lowered, bandsChanged, changes, attempts } = data
  const count = raised + lowered
  const named = changes.slice(0, maxNamed)
  return (
    <div className={css.preview}>
      <p role="status">
        {count === 0
          ? 'No score would change.'
          : `${count} of ${pluralize(attempts, 'score')} would change: ${raised} up, ${lowered} down. ${describeBands(bandsChanged)}`}
      </p>
      {named.length > 0 && (
        <ul>
          {named.map(({ attemptId, studentName, before, after }) => (
            <li key={attemptId}>
              <span>{studentName}</span>
              <span>
                {before.score} → <b>{after.score}</b> ({formatPercentage(after.percentage)}
                {describeBandChange(before.percentage, after.percentage)})
              </span>
            </li>
          ))}
          {count > named.length && <li>and {count - named.length} more</li>}
        </ul>
      )}
    </div>
  )
}

function describeBands(count: number) {
  if (count === 0) return 'Nobody’s band changes.'
  return `${pluralize(count, 'band')} would change; they stand first.`
}

function describeBandChange(before: number, after: number) {
  const band = getScoreBand(after)
  return band === getScoreBand(before) ? '' : `, now “${bandMessages[band]}”`
}
