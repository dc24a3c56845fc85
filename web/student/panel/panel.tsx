import { IconChartBar } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { generatePath, PrefetchPageLinks, useNavigate } from 'react-router'
import { startQuiz } from '#contract/attempts.ts'
import { listExams, type StudentExam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { ask } from '../../api.ts'
import { comesBack, comesBackAfterMs } from '../../come-back.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Notice } from '../../kit/notice.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { titled } from '../../kit/title.ts'
import { refresh } from '../../query.ts'
import { useSession } from '../../session.tsx'
import { BeforeStart } from './check/before-start.tsx'
import { LeftBehindNotice } from './left-behind-notice.tsx'
import { isRunning, useOwnTests } from './own-tests.ts'
import css from './panel.module.css'
import { QuizNotice } from './quiz-notice.tsx'
import { TestTable } from './test-table.tsx'

export const meta = titled('Student panel')

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
    mutationFn: (testId: string) => ask(startQuiz, { params: { testId } }),
    // Whoever starts twice resumes.
    retry: comesBack,
    retryDelay: comesBackAfterMs,
    onSuccess: (_, testId) => navigate(generatePath(pagePaths.quiz, { testId })),
    onSettled: () => {
      refresh(client, listExams, listOwnAttempts)
    },
  })
}

function openTests(count: number): string {
  if (count === 0) return 'No test is open for you now.'
  return count === 1 ? '1 test is open for you.' : `${count} tests are open for you.`
}
