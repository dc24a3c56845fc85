import { exportExamAttempts } from '#contract/results.ts'
import { attemptSorts } from '#contract/schemas.ts'
import { download } from '../download.ts'
import { ExportButtons } from '../export-buttons.tsx'
import css from './export-scores.module.css'

type ExportScoresProps = {
  readonly testId: string
  readonly search: string
  readonly sort: string
}

export function ExportScores({ testId, search, sort: word }: ExportScoresProps) {
  const sort = attemptSorts.find((known) => known === word)
  return (
    <div className={css.export}>
      <ExportButtons
        things="attempts"
        save={(format) =>
          download(exportExamAttempts, { params: { testId }, query: { search, sort, format } })
        }
      />
    </div>
  )
}
