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
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { BeforeStart } from './check/before-start.tsx'
import { LeftBehindNotice } from './left-behind-notice.tsx'
import { isRunning, useOwnTests } from './own-tests.ts'
import css from './panel.module.css'
import { QuizNotice } from './quiz-notice.tsx'
import { TestTable } from './test-table.tsx'

export const meta = createTitleMeta('Student panel')

export default function PanelScreen() {
  const tests = useOwnTests()
  const start = useStart()
  const [checkedId, setCheckedId] = useState<string | null>(null)
  const [isChecking, setChecking] = useState(false)
  const checked = tests.data?.find(({ _id }) => _id === checkedId)
  const open = tests.data?.filter(({ canStart }) => canStart).length
  /** Whose clock runs already goes on at once. */
  const handleStart = (test: StudentExam) => {
    start.reset()
    if (isRunning(test)) return start.mutate(test._id)
    setCheckedId(test._id)
    setChecking(true)
  }
  return (
    <>
      <PageHeading
        title={`Hello, ${useSession()?.name.split(' ')[0] ?? ''}`}
        lead={open === undefined ? 'Looking for your tests…' : openTests(open)}
        actions={
          <ButtonLink to={pagePaths.results} icon={<IconChartBar aria-hidden="true" />}>
            Result
          </ButtonLink>
        }
      />
      <QuizNotice tests={tests.data ?? []} />
      <div className={css.notices}>
        <LeftBehindNotice />
        {tests.isError && (
          <Notice tone="danger" onRetry={() => tests.refetch()}>
            Failed to fetch tests.
          </Notice>
        )}
        {start.isError && !isChecking && <Notice tone="danger">{start.error.message}</Notice>}
      </div>
      {(tests.isPending || tests.data) && (
        <Card className={css.tests}>
          {tests.data?.length === 0 ? (
            <EmptyState
              title="No tests available."
              help="A test appears here as soon as your trainer releases it."
            />
          ) : (
            <TestTable
              tests={tests.data}
              readAt={tests.dataUpdatedAt}
              starting={start.isPending ? start.variables : undefined}
              onStart={handleStart}
            />
          )}
        </Card>
      )}
      <p className={css.hint}>
        Answers are final once submitted. The clock starts when you press Start and does not pause.
      </p>
      <BeforeStart
        test={checked}
        opened={isChecking && checked !== undefined}
        isStarting={start.isPending || start.isSuccess}
        fault={start.error?.message}
        onStart={start.mutate}
        onClose={() => setChecking(false)}
      />
      {open ? <PrefetchPageLinks page={generatePath(pagePaths.quiz, { testId: 'next' })} /> : null}
    </>
  )
}

function useStart() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (testId: string) => request(startQuiz, { params: { testId } }),
    // Whoever starts twice resumes.
    retry: shouldRetry,
    retryDelay: getRetryDelayMs,
    onSuccess: (_, testId) => navigate(generatePath(pagePaths.quiz, { testId })),
    onSettled: () => {
      invalidateEndpoints(client, listExams, listOwnAttempts)
    },
  })
}

function openTests(count: number): string {
  if (count === 0) return 'No test is open for you now.'
  return count === 1 ? '1 test is open for you.' : `${count} tests are open for you.`
}
