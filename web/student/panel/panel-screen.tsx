import { IconChartBar } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { generatePath, PrefetchPageLinks, useLocation, useNavigate } from 'react-router'
import type { StudentExam } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { useSession } from '../../client/browser-session.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { EndedAttempts } from '../endings/ended-attempts.tsx'
import { describeExamNews } from '../news/describe-news.ts'
import { NewsAnnouncer } from '../news/news-announcer.tsx'
import { useNews } from '../news/use-news.ts'
import { useSteadyPlace } from '../news/use-steady-place.ts'
import { AttemptNotice } from './attempt-notice.tsx'
import { ExamTable, type ExamTableProps, hasNotice, isRunning, useOwnExams } from './exam-table.tsx'
import css from './panel-screen.module.css'
import { StartDialog } from './preflight/start-dialog.tsx'
import { QuizNotice } from './quiz-notice.tsx'
import { RecoveryNotice } from './recovery-notice.tsx'
import { useReloadMark } from './reload-for-new-kind.ts'
import { useStartQuiz } from './use-start-quiz.ts'

export const meta = createTitleMeta('Student panel')

export default function PanelScreen() {
  const exams = useOwnExams()
  const { data: attempts } = useEndpointQuery(listOwnAttempts)
  const start = useStartQuiz()
  const isReloaded = useReloadMark()
  const area = useRef<HTMLDivElement>(null)
  useNews(!exams.isPending)
  useSteadyPlace(area)
  const [checkedExam, setCheckedExam] = useState<StudentExam>()
  const [isChecking, setChecking] = useState(false)
  const current = exams.data?.find(({ _id }) => _id === checkedExam?._id)
  const openCount = exams.data?.filter(({ canStart }) => canStart).length
  const endedCount = attempts?.filter(({ endTime }) => endTime !== null).length ?? 0
  /** A student whose clock runs already goes on at once. */
  const handleStart = (exam: StudentExam) => {
    start.reset()
    if (isRunning(exam)) return start.mutate(exam._id)
    setCheckedExam(exam)
    setChecking(true)
  }
  useAskedStart(exams.data, handleStart)
  const actions = {
    readAt: exams.dataUpdatedAt,
    startingId: start.isPending ? start.variables : undefined,
    onStart: handleStart,
  }
  const ended = <EndedAttempts />
  const tests = <Tests {...actions} exams={exams.data} ended={ended} />
  return (
    <div ref={area}>
      <NewsAnnouncer list={exams.data} describe={describeExamNews} />
      <PageHeading
        title={`Hello, ${useSession()?.name.split(' ')[0] ?? ''}`}
        lead={
          openCount === undefined
            ? 'Looking for your tests…'
            : describeOpenExams(openCount, endedCount)
        }
        actions={
          <ButtonLink to={pagePaths.results} icon={<IconChartBar aria-hidden="true" />}>
            Result
          </ButtonLink>
        }
      />
      {exams.data?.filter(hasNotice).map((exam) => (
        <AttemptNotice
          key={exam._id}
          exam={exam}
          why={attempts?.find(({ _id }) => _id === exam.attempt?._id)?.incident?.outcome?.why}
          readAt={exams.dataUpdatedAt}
          isStarting={start.isPending && start.variables === exam._id}
          onResume={() => handleStart(exam)}
        />
      ))}
      <QuizNotice
        exams={exams.data ?? []}
        hasFinished={attempts?.some(({ endTime }) => endTime !== null)}
      />
      <div className={css.notices}>
        <RecoveryNotice />
        {isReloaded && (
          <Notice>
            This page was reloaded, since your test has a new kind of question. Start it again.
          </Notice>
        )}
        {exams.isError && (
          <Notice tone="danger" onRetry={() => exams.refetch()}>
            Failed to fetch tests
          </Notice>
        )}
        {start.isError && !isChecking && <Notice tone="danger">{start.error.message}</Notice>}
      </div>
      {exams.data?.some(({ window }) => window) ? (
        <LazyPart
          part={groups}
          loading={<Tests {...actions} exams={undefined} ended={ended} />}
          failed={tests}
        >
          {({ ExamGroups }) => <ExamGroups {...actions} exams={exams.data ?? []} ended={ended} />}
        </LazyPart>
      ) : (
        (exams.isPending || exams.data) && tests
      )}
      <p className={css.hint}>
        The clock starts when you press Start the quiz, and you cannot stop it. Each test says
        before its start whether answers can be changed. This page looks for news every few seconds.
        You need not refresh it.
      </p>
      <StartDialog
        exam={current ?? checkedExam}
        opened={isChecking}
        isWithdrawn={exams.data !== undefined && !current}
        isStarting={start.isPending || start.isSuccess}
        error={start.error}
        onStart={start.mutate}
        onClose={() => setChecking(false)}
      />
      {openCount ? (
        <PrefetchPageLinks page={generatePath(pagePaths.quiz, { testId: 'next' })} />
      ) : null}
    </div>
  )
}

const groups = createLazyModule(() => import('./exam-groups.tsx'))

/** The tests of a student without exam windows, or what is there while the groups do not load. */
function Tests({ exams, ended, ...props }: ExamTableProps & { readonly ended: ReactNode }) {
  if (exams === undefined) {
    return (
      <Card className={css.tests}>
        <ExamTable {...props} exams={exams} readAt={0} />
      </Card>
    )
  }
  const shown = exams.filter(({ window, canStart, attempt }) => !window || canStart || attempt)
  const [open, done] = [true, false].map((can) => shown.filter(({ canStart }) => canStart === can))
  return (
    <>
      {shown.length === 0 && (
        <Card className={css.tests}>
          <EmptyState
            title="No tests available."
            help="A test appears here as soon as your trainer releases it."
          />
        </Card>
      )}
      <TestRows {...props} exams={open} />
      {ended}
      <TestRows {...props} exams={done} />
    </>
  )
}

function TestRows(props: ExamTableProps) {
  if (!props.exams?.length) return null
  return (
    <Card className={css.tests}>
      <ExamTable {...props} />
    </Card>
  )
}

/** A link to a quiz that was not started leads here, with the test to start. */
function useAskedStart(
  exams: readonly StudentExam[] | undefined,
  onStart: (exam: StudentExam) => void,
) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const testId = (state as { readonly startTestId?: string } | null)?.startTestId
  const exam = testId && exams?.find(({ _id, canStart }) => _id === testId && canStart)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whichever functions are current
  useEffect(() => {
    if (!exam) return
    // A reload must not ask again.
    navigate('.', { replace: true, state: null })
    onStart(exam)
  }, [exam])
}

function describeOpenExams(open: number, ended: number): string {
  const done = ended === 0 ? '' : ` ${pluralize(ended, 'attempt')} ended.`
  if (open === 0) return `No test is open for you now.${done}`
  return `${open === 1 ? '1 test is' : `${open} tests are`} open for you.${done}`
}
