import { exportExamAttempts } from '#contract/results.ts'
import { attemptSorts } from '#contract/schemas.ts'
import { download } from '../../client/download.ts'
import { ExportButtons } from '../lists/export-buttons.tsx'
import css from './export-scores.module.css'

type ExportScoresProps = {
  readonly examId: string
  readonly search: string
  readonly sort: string
}

export function ExportScores({ examId, search, sort: sortParam }: ExportScoresProps) {
  const sort = attemptSorts.find((known) => known === sortParam)
  return (
    <div className={css.export}>
      <ExportButtons
        things="attempts"
        save={(format) =>
          download(exportExamAttempts, {
            params: { testId: examId },
            query: { search, sort, format },
          })
        }
      />
    </div>
  )
}
