import { IconCheck, IconClockExclamation, IconHourglassEmpty, IconMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDuration, pluralize } from '#contract/format.ts'
import { decideLateAnswers, type LateAnswerItem, listLateAnswers } from '#contract/late-answers.ts'
import type { Attempt } from '#contract/results.ts'
import { endpointQuery } from '../../../client/endpoint-query.ts'
import { useCan } from '../../../client/use-can.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatTimeWithSeconds } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { LateAnswersForm } from './late-answers-form.tsx'
import css from './late-answers-panel.module.css'

/** Answers that arrived after the end, and whether they count; nothing if there are none. */
export function LateAnswersPanel({ attempt }: { attempt: Attempt }) {
  const params = { attemptId: attempt._id }
  const { data, isError, refetch } = useQuery(endpointQuery(listLateAnswers, { params }))
  const canDecide = useCan(decideLateAnswers)
  if (isError) {
    return (
      <Notice tone="danger" onRetry={refetch}>
        Failed to load late answers
      </Notice>
    )
  }
  if (!data) return null
  const { answers, afterFinish = [] } = data
  const notTaken = afterFinish.length > 0 && (
    <Notice>
      {afterFinish.map(({ number, chosenAt, chosen }) => (
        <p key={number}>
          Question {number}: {toLetters(chosen)} was not taken. It was chosen at{' '}
          {formatTimeWithSeconds(Date.parse(chosenAt))}, after the student had finished.
        </p>
      ))}
    </Notice>
  )
  if (answers.length === 0) return notTaken
  return (
    <>
      {notTaken}
      <Card className={css.card} aria-label="Late answers">
        <header className={css.head}>
          <span className={css.icon}>
            <IconClockExclamation size={24} stroke={1.75} aria-hidden="true" />
          </span>
          <div>
            <h2>{pluralize(answers.length, 'answer')} came after the end</h2>
            <p>
              {describeMoments(answers)}
              {isUndecided(answers) && ' Until you decide, nothing that came late counts.'}
            </p>
          </div>
          <Decision answers={answers} />
        </header>
        <DataTable
          caption="Late answers"
          columns={createColumns(attempt.endTime)}
          rows={answers}
          rowKey={({ questionId }) => questionId}
        />
        {/* A decision is about what is shown: newer answers begin a new one. */}
        {canDecide && (
          <LateAnswersForm
            key={answers.map(({ sequence, decision }) => `${sequence} ${decision}`).join()}
            attempt={attempt}
            late={data}
          />
        )}
      </Card>
    </>
  )
}

function describeMoments(answers: readonly LateAnswerItem[]): string {
  const inTime = answers.filter(({ isBeforeEnd }) => isBeforeEnd).length
  if (answers.length === 1) {
    return inTime === 1
      ? 'The device says that it was chosen in time.'
      : 'The device says that it was chosen after the end.'
  }
  if (inTime === answers.length) return 'The device says that all were chosen in time.'
  return `The device says that ${inTime} of them were chosen in time, and the others after the end.`
}

const isUndecided = (answers: readonly LateAnswerItem[]) =>
  answers.some(({ decision }) => decision === null)

function Decision({ answers }: { answers: readonly LateAnswerItem[] }) {
  if (isUndecided(answers)) {
    return (
      <Badge tone="warn" icon={<IconHourglassEmpty aria-hidden="true" />}>
        Needs a decision
      </Badge>
    )
  }
  return answers.some(({ decision }) => decision === 'accepted') ? (
    <Badge tone="ok" icon={<IconCheck aria-hidden="true" />}>
      Accepted
    </Badge>
  ) : (
    <Badge icon={<IconMinus aria-hidden="true" />}>Left out</Badge>
  )
}

function createColumns(endTime: string | null): readonly Column<LateAnswerItem>[] {
  return [
    {
      key: 'question',
      head: 'Question',
      as: 'title',
      cell: (answer) => (
        <>
          Question {answer.number}
          <small>{describeChange(answer)}</small>
        </>
      ),
    },
    {
      key: 'chosen',
      head: 'Chosen on the device',
      cell: ({ chosenAt, isBeforeEnd }) => (
        <span className={css.moment}>
          {formatTimeWithSeconds(Date.parse(chosenAt))}
          <small>{isBeforeEnd ? 'before the end' : 'after the end'}</small>
        </span>
      ),
    },
    {
      key: 'arrived',
      head: 'Arrived',
      cell: ({ receivedAt }) => (
        <span className={css.moment}>
          {formatTimeWithSeconds(Date.parse(receivedAt))}
          {endTime && (
            <small>{formatDuration(Date.parse(receivedAt) - Date.parse(endTime))} late</small>
          )}
        </span>
      ),
    },
    {
      key: 'counts',
      head: 'Counts now',
      cell: ({ decision }) => (decision === 'accepted' ? 'Yes' : 'No'),
    },
  ]
}

function describeChange({ before, chosen }: LateAnswerItem): string {
  if (before === null) return `first answer: ${toLetters(chosen)}`
  return `changed from ${toLetters(before)} to ${toLetters(chosen)}`
}

function toLetters(options: readonly number[]): string {
  return options.map((option) => 'ABCDEFGH'[option] ?? '?').join(', ')
}
