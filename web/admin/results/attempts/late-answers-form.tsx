import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPercentage, pluralize } from '#contract/format.ts'
import { decideLateAnswers, type LateAnswerItem, listLateAnswers } from '#contract/late-answers.ts'
import type { Attempt } from '#contract/results.ts'
import { toPercentage } from '#core/grading/percentage.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { invalidateEndpoints, useEndpointMutation } from '../../../client/endpoint-query.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioCards } from '../../../ui/form/radio-cards.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { attemptQueries } from './change-dialog.tsx'
import css from './late-answers-panel.module.css'

type Late = {
  readonly answers: readonly LateAnswerItem[]
  readonly total: number
  readonly scoreIfAccepted: number
  readonly scoreIfLeftOut: number
  readonly resultsReleasedAt: string | null
}

const reasons = ['Network', 'Power or device', 'Our server', 'Something else'] as const

/** Both choices name the score that they lead to. */
export function LateAnswersForm({ attempt, late }: { attempt: Attempt; late: Late }) {
  const { answers, total, scoreIfAccepted, scoreIfLeftOut } = late
  const [decision, setDecision] = useState<'accepted' | 'left-out'>('accepted')
  const [why, setWhy] = useState<string>(reasons[0])
  const client = useQueryClient()
  const decide = useEndpointMutation(decideLateAnswers)
  const reload = () => invalidateEndpoints(client, listLateAnswers, ...attemptQueries)
  const count = pluralize(answers.length, 'answer')
  const isDecided = answers.every((answer) => answer.decision === decision)
  const handleDecide = () =>
    decide.mutate(
      {
        params: { attemptId: attempt._id },
        body: {
          decision,
          why,
          answers: answers.map(({ questionId, sequence }) => ({ questionId, sequence })),
        },
      },
      {
        onSuccess: ({ message }) => showToast(message),
        onSettled: reload,
      },
    )
  return (
    <div className={css.form}>
      <h3>What should count</h3>
      <RadioCards
        name="late answers"
        inRow
        value={decision}
        onChange={setDecision}
        options={[
          {
            value: 'accepted',
            name: answers.length === 1 ? 'Accept it' : `Accept all ${answers.length}`,
            meaning: `Score ${formatScore(scoreIfAccepted, total)}.`,
          },
          {
            value: 'left-out',
            name: answers.length === 1 ? 'Leave it out' : 'Leave them out',
            meaning: `Score ${formatScore(scoreIfLeftOut, total)}. The late answers stay readable here.`,
          },
        ]}
      />
      <SeenKey late={late} />
      {decide.isError && <Notice tone="danger">{decide.error.message}</Notice>}
      <div className={css.submit}>
        <SelectField
          label="Why"
          value={why}
          options={reasons}
          onChange={({ target }) => setWhy(target.value)}
        />
        <p>The clock of a device can be set by hand.</p>
        <Button tone="primary" busy={decide.isPending} disabled={isDecided} onClick={handleDecide}>
          {decision === 'accepted' ? `Accept ${count}` : `Leave ${count} out`}
        </Button>
      </div>
      <p className={layout.hint}>
        {late.resultsReleasedAt !== null &&
          `The result is released: if the score changes, “Your corrected result” is written to ${toStudentLabel(attempt)}. `}
        {isDecided ? 'This is decided. The other choice changes it. ' : ''}
        Your decision and its reason are in the audit log.
      </p>
    </div>
  )
}

/** A student who has read the right answers could send them as late. */
function SeenKey({ late: { answers, resultsReleasedAt } }: { late: Late }) {
  if (resultsReleasedAt === null) return null
  const afterwards = answers.filter(({ receivedAt }) => receivedAt > resultsReleasedAt).length
  if (afterwards === 0) return null
  return (
    <Notice tone="warn">
      {afterwards === answers.length ? 'All' : afterwards} of them arrived after the result was
      released, when the correct answers could be read.
    </Notice>
  )
}

function formatScore(score: number, total: number): string {
  return `${score} of ${total}, ${formatPercentage(toPercentage(score, total))}`
}
