import { IconChartBar } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { generatePath, PrefetchPageLinks, useNavigate } from 'react-router'
import { startQuiz } from '#contract/attempts.ts'
import { listExams, type StudentExam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { request } from '../../client/request.ts'
import { getRetryDelayMs, shouldRetry } from '../../client/retry-policy.ts'
import { useSession } from '../../client/session.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { knownKinds } from '../../questions/kinds.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ExamTable } from './exam-table.tsx'
import css from './panel-screen.module.css'
import { StartDialog } from './preflight/start-dialog.tsx'
import { QuizNotice } from './quiz-notice.tsx'
import { RecoveryNotice } from './recovery-notice.tsx'
import { reloadForNewKind, useReloadMark } from './reload-for-new-kind.ts'
import { isRunning, useOwnExams } from './use-own-exams.ts'

export const meta = createTitleMeta('Student panel')

export default function PanelScreen() {
  const exams = useOwnExams()
  const start = useStartQuiz()
  const isReloaded = useReloadMark()
  const [checkedId, setCheckedId] = useState<string | null>(null)
  const [isChecking, setChecking] = useState(false)
  const checkedExam = exams.data?.find(({ _id }) => _id === checkedId)
  const openCount = exams.data?.filter(({ canStart }) => canStart).length
  /** Whose clock runs already goes on at once. */
  const handleStart = (exam: StudentExam) => {
    start.reset()
    if (isRunning(exam)) return start.mutate(exam._id)
    setCheckedId(exam._id)
    setChecking(true)
  }
  return (
    <>
      <PageHeading
        title={`Hello, ${useSession()?.name.split(' ')[0] ?? ''}`}
        lead={openCount === undefined ? 'Looking for your tests…' : describeOpenExams(openCount)}
        actions={
          <ButtonLink to={pagePaths.results} icon={<IconChartBar aria-hidden="true" />}>
            Result
          </ButtonLink>
        }
      />
      <QuizNotice exams={exams.data ?? []} />
      <div className={css.notices}>
        <RecoveryNotice />
        {isReloaded && (
          <Notice>
            This page was reloaded, since your test has a new kind of question. Start it again.
          </Notice>
        )}
        {exams.isError && (
          <Notice tone="danger" onRetry={() => exams.refetch()}>
            Failed to fetch tests.
          </Notice>
        )}
        {start.isError && !isChecking && <Notice tone="danger">{start.error.message}</Notice>}
      </div>
      {(exams.isPending || exams.data) && (
        <Card className={css.tests}>
          {exams.data?.length === 0 ? (
            <EmptyState
              title="No tests available."
              help="A test appears here as soon as your trainer releases it."
            />
          ) : (
            <ExamTable
              exams={exams.data}
              readAt={exams.dataUpdatedAt}
              startingId={start.isPending ? start.variables : undefined}
              onStart={handleStart}
            />
          )}
        </Card>
      )}
      <p className={css.hint}>
        Answers are final once submitted. The clock starts when you press Start and does not pause.
      </p>
      <StartDialog
        exam={checkedExam}
        opened={isChecking && checkedExam !== undefined}
        isStarting={start.isPending || start.isSuccess}
        error={start.error?.message}
        onStart={start.mutate}
        onClose={() => setChecking(false)}
      />
      {openCount ? (
        <PrefetchPageLinks page={generatePath(pagePaths.quiz, { testId: 'next' })} />
      ) : null}
    </>
  )
}

function useStartQuiz() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (testId: string) =>
      request(startQuiz, { params: { testId }, body: { kinds: knownKinds } }),
    // Whoever starts twice resumes.
    retry: shouldRetry,
    retryDelay: getRetryDelayMs,
    onSuccess: (_, testId) => navigate(generatePath(pagePaths.quiz, { testId })),
    onError: reloadForNewKind,
    onSettled: () => {
      invalidateEndpoints(client, listExams, listOwnAttempts)
    },
  })
}

function describeOpenExams(count: number): string {
  if (count === 0) return 'No test is open for you now.'
  return count === 1 ? '1 test is open for you.' : `${count} tests are open for you.`
}
