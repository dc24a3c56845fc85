import { generatePath, Link, useParams, useSearchParams } from 'react-router'
import { type Exam, getExam } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import { listItemAnalyses } from '#contract/grading.ts'
import { getLiveTable } from '#contract/live.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { addTime } from '#contract/proctoring.ts'
import { releaseResults } from '#contract/result-release.ts'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import { IfCan, useCan } from '../../client/use-can.tsx'
import { isMissing } from '../../layout/entity-page.tsx'
import { createTitleMeta, usePageTitle } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime, formatMinutes } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ToolSelect } from '../lists/list-card.tsx'
import { useBatchFilter } from '../lists/use-batch-filter.tsx'
import { useExams } from '../lists/use-exams.ts'
import { RunningAttempts } from './attempts/running-attempts.tsx'
import css from './exam-scores-screen.module.css'
import { FiguresNote } from './figures-note.tsx'
import { Kpis, ResultsSkeleton } from './kpis.tsx'
import { ReleaseButton, UnreleaseButton, useRelease } from './release-buttons.tsx'
import { ReleaseProgress } from './release-progress.tsx'
import { ScoreDistribution } from './score-distribution.tsx'
import { ScoresTable } from './scores-table.tsx'
import { useExamAttempts } from './use-exam-attempts.ts'

export const meta = createTitleMeta('Scores')

const crumbs = [
  { to: pagePaths.scoreList, name: 'Results' },
  { to: pagePaths.examsWithAttempts, name: 'Results by test' },
]

const itemList = createLazyModule(() => import('./item-analysis/item-list.tsx'))

export default function ExamScoresScreen() {
  const { testId: examId = '' } = useParams()
  const exams = useExams()
  const { filters, batch, setBatch } = useBatchFilter()
  const attempts = useExamAttempts(examId)
  const shown = useExamAttempts(examId, batch)
  const view = useResultView()
  const canAnalyze = useCan(listItemAnalyses)
  const canSeeAll = useCan('attempts.read')
  const exam = exams.data?.find(({ _id }) => _id === examId)
  const release = useRelease(examId, exam?.resultsReleasedAt != null)
  const error = exams.error ?? attempts.error ?? shown.error
  const { rows = [], statistics } = attempts
  const title = exam?.title ?? rows[0]?.testTitle
  usePageTitle('Scores', title)

  return (
    <>
      <PageHeading
        title={title ?? 'Scores'}
        lead={exam && describeExam(exam)}
        crumbs={crumbs}
        actions={
          <>
            {(statistics?.running ?? 0) > 0 && (
              <IfCan call={getLiveTable}>
                <ButtonLink to={generatePath(pagePaths.live, { testId: examId })}>Live</ButtonLink>
              </IfCan>
            )}
            {exam && (
              <IfCan call={getExam}>
                <ButtonLink to={generatePath(pagePaths.viewExam, { id: examId })}>
                  View test
                </ButtonLink>
              </IfCan>
            )}
            {rows.length > 0 && (
              <IfCan call={releaseResults}>
                {exam?.resultsReleasedAt && <UnreleaseButton {...release} />}
                <ReleaseButton {...release} running={statistics?.running ?? 0} />
              </IfCan>
            )}
          </>
        }
      />
      {error && isMissing(error) && <Notice tone="danger">Test not found</Notice>}
      {error && !isMissing(error) && (
        <Notice
          tone="danger"
          onRetry={() => Promise.all([exams.refetch(), attempts.refetch(), shown.refetch()])}
        >
          The scores could not be loaded.
        </Notice>
      )}
      {attempts.isPending && <ResultsSkeleton />}
      {attempts.rows?.length === 0 && (
        <Card>
          <EmptyState
            title={canSeeAll ? 'No students attempted this test.' : 'No result is released.'}
            help={
              canSeeAll
                ? 'Scores appear here as soon as a student starts it.'
                : 'Your role sees scores once students may see them.'
            }
          />
        </Card>
      )}
      {rows.length > 0 && statistics && (
        <>
          <ReleaseProgress {...release} />
          <IfCan call={addTime}>
            <RunningAttempts examId={examId} attempts={rows} />
          </IfCan>
          {filters.map(({ name, label, options }) => (
            <div key={name} className={css.batch}>
              <ToolSelect label={label} value={batch} options={options} onChoose={setBatch} />
            </div>
          ))}
          {shown.isPending && !shown.error && <ResultsSkeleton />}
          {shown.statistics && (
            <>
              <Kpis {...shown.statistics} />
              <FiguresNote counting={shown.statistics.counting} />
              {shown.statistics.percentages.length > 0 && (
                <ScoreDistribution percentages={shown.statistics.percentages} />
              )}
            </>
          )}
          {canAnalyze && <ResultViews view={view} batch={batch} />}
          {view === 'students' || !canAnalyze ? (
            shown.rows && (
              <ScoresTable
                key={batch}
                examId={examId}
                batch={batch}
                attempts={shown.rows}
                isComplete={shown.isComplete}
              />
            )
          ) : (
            <LazyPart
              part={itemList}
              loading={<ResultsSkeleton />}
              failed={
                <Notice tone="danger" onRetry={itemList.preload}>
                  The questions could not be loaded.
                </Notice>
              }
            >
              {({ ItemList }) => <ItemList examId={examId} batch={batch} />}
            </LazyPart>
          )}
        </>
      )}
    </>
  )
}

function describeExam({ numQuestions, duration, resultsReleasedAt }: Exam) {
  const result = resultsReleasedAt
    ? `Result released ${formatDateTime(resultsReleasedAt)}.`
    : 'Result not released yet.'
  return `${pluralize(numQuestions, 'question')}, ${formatMinutes(duration)}. ${result}`
}

type ResultView = 'students' | 'questions'

function useResultView(): ResultView {
  const [params] = useSearchParams()
  return params.get('view') === 'questions' ? 'questions' : 'students'
}

/** The same attempts, listed by student or by question; the address keeps the choice. */
function ResultViews({ view, batch }: { view: ResultView; batch: string }) {
  const only = batch && new URLSearchParams({ batch }).toString()
  return (
    <nav aria-label="Results by" className={css.views}>
      <Link
        to={`?${only}`}
        aria-current={view === 'students' ? 'page' : undefined}
        preventScrollReset
      >
        Students
      </Link>
      <Link
        to={`?view=questions${only && `&${only}`}`}
        aria-current={view === 'questions' ? 'page' : undefined}
        preventScrollReset
      >
        Questions
      </Link>
    </nav>
  )
}
