import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { generatePath, Link, useParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { type Attempt, getAnswers } from '#contract/results.ts'
import { toIdentifier } from '#core/students/namesakes.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta, usePageTitle } from '../../layout/page-title.ts'
import { AnswerSheet } from '../../questions/answer-sheet/answer-sheet.tsx'
import { AnswerTable } from '../../questions/answer-sheet/answer-table.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { formatDateTime, formatElapsed } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useListParams } from '../lists/list-description.ts'
import { AttemptActions } from './attempts/attempt-actions.tsx'
import { FinishReason, isRunning, Score, TimeLeft } from './attempts/attempt-cells.tsx'
import { LateAnswersPanel } from './attempts/late-answers-panel.tsx'
import { ResultsSkeleton } from './kpis.tsx'
import css from './student-answers-screen.module.css'

const refetchMs = 15_000

export const meta = createTitleMeta('Answers')

export default function StudentAnswersScreen() {
  const { testId: examId = '', studentId = '' } = useParams()
  const listParams = useListParams()
  const attemptParam = listParams.get('attempt') || undefined
  const { data, isPending, isError, refetch } = useQuery({
    ...endpointQuery(getAnswers, {
      params: { testId: examId, studentId },
      query: { attempt: attemptParam },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.attempts.some(isRunning) ? refetchMs : false),
  })
  usePageTitle('Answers', data && `${data.student.name}, ${data.test.title}`)
  if (!data) {
    return (
      <>
        <PageHeading title="Answers" crumbs={[{ to: pagePaths.scoreList, name: 'Results' }]} />
        {isPending && <ResultsSkeleton />}
        {isError && (
          <Notice tone="danger" onRetry={refetch}>
            Failed to load answers
          </Notice>
        )}
      </>
    )
  }
  const { student, test: exam, answers } = data
  const attempt =
    data.attempts.find(({ _id }) => _id === attemptParam) ??
    data.attempts.find((candidate) => !isRunning(candidate)) ??
    data.attempts[0]
  return (
    <>
      <PageHeading
        title={student.name}
        lead={`${exam.title}, ${toIdentifier(student)}`}
        crumbs={[
          { to: pagePaths.scoreList, name: 'Results' },
          { to: generatePath(pagePaths.examScores, { testId: examId }), name: exam.title },
        ]}
      />
      <Card padded className={css.summary}>
        {attempt && <Facts attempt={attempt} />}
        <div className={css.beside}>
          {data.attempts.length > 1 && (
            <SelectField
              label="Attempt"
              value={attempt?._id ?? ''}
              options={data.attempts.map((candidate) => ({
                value: candidate._id,
                name: `${formatDateTime(candidate.startTime)}${isRunning(candidate) ? ' (in progress)' : ''}`,
              }))}
              onChange={({ target }) => listParams.set({ attempt: target.value })}
            />
          )}
          <Link to={generatePath(pagePaths.student, { id: student._id })}>Student details</Link>
        </div>
      </Card>
      {attempt && !isRunning(attempt) && <LateAnswersPanel key={attempt._id} attempt={attempt} />}
      {attempt && (
        <AttemptActions
          attempt={attempt}
          attempts={data.attempts}
          onReopened={({ _id }) => listParams.set({ attempt: _id })}
        />
      )}
      {attempt && isRunning(attempt) ? (
        <div className={css.running}>
          <Notice>
            {student.name} is still taking this test. The answers appear here when the attempt has
            ended.
          </Notice>
        </div>
      ) : (
        <AnswerSheet
          key={attempt?._id}
          responses={answers}
          reader="admin"
          heading="Answers"
          Lines={AnswerTable}
        />
      )}
    </>
  )
}

function Facts({ attempt }: { attempt: Attempt }) {
  const { startTime, endTime } = attempt
  return (
    <dl className={css.facts}>
      <div>
        <dt>Score</dt>
        <dd>
          <Score attempt={attempt} />
        </dd>
      </div>
      <div>
        <dt>Started At</dt>
        <dd>{formatDateTime(startTime)}</dd>
      </div>
      <div>
        <dt>{endTime ? 'Time taken' : 'Time left'}</dt>
        <dd>{endTime ? formatElapsed(startTime, endTime) : <TimeLeft attempt={attempt} />}</dd>
      </div>
      <div>
        <dt>{endTime ? 'Finish reason' : 'Status'}</dt>
        <dd>
          <FinishReason attempt={attempt} />
        </dd>
      </div>
    </dl>
  )
}
