import { useQuery } from '@tanstack/react-query'
import { formatPercentage } from '#contract/format.ts'
import { type AnswerKey, previewCorrection } from '#contract/grading.ts'
import { bandMessages, getScoreBand } from '#core/grading/grade.ts'
import { endpointQuery } from '../../../client/endpoint-query.ts'
import { Notice } from '../../../ui/notice.tsx'
import { counted } from '../../counted.ts'
import css from './preview.module.css'

type Wanted = {
  readonly questionId: string
  readonly revisionId: string
  readonly key: AnswerKey | null
}

export function usePreview(testId: string, { key, ...question }: Wanted) {
  const query = { ...question, key: key ?? 'printed' }
  return useQuery({
    ...endpointQuery(previewCorrection, { params: { testId }, query }),
    enabled: key !== null,
    staleTime: 0,
  })
}

const mostNamed = 20

/** Whose score and band would change, before anything does. */
export function Preview({ preview }: { preview: ReturnType<typeof usePreview> }) {
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
  const named = changes.slice(0, mostNamed)
  return (
    <div className={css.preview}>
      <p role="status">
        {count === 0
          ? 'No score would change.'
          : `${count} of ${counted(attempts, 'score')} would change: ${raised} up, ${lowered} down. ${bandsOf(bandsChanged)}`}
      </p>
      {named.length > 0 && (
        <ul>
          {named.map(({ attemptId, studentName, before, after }) => (
            <li key={attemptId}>
              <span>{studentName}</span>
              <span>
                {before.score} → <b>{after.score}</b> ({formatPercentage(after.percentage)}
                {bandChange(before.percentage, after.percentage)})
              </span>
            </li>
          ))}
          {count > named.length && <li>and {count - named.length} more</li>}
        </ul>
      )}
    </div>
  )
}

function bandsOf(count: number) {
  if (count === 0) return 'Nobody’s band changes.'
  return `${counted(count, 'band')} would change; they stand first.`
}

function bandChange(before: number, after: number) {
  const band = getScoreBand(after)
  return band === getScoreBand(before) ? '' : `, now “${bandMessages[band]}”`
}
