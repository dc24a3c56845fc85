import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconHelpCircle,
  IconInfoCircle,
} from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount, formatPercentage } from '#contract/format.ts'
import type { ItemAnalysis } from '#contract/grading.ts'
import { verdictNames } from '#contract/item-labels.ts'
import { hasDiscrimination } from '#core/grading/item-overview.ts'
import { toPercentage } from '#core/grading/percentage.ts'
import { type KindName, kindOf } from '#core/questions/question.ts'
import { getKind } from '../../../questions/answer-controls.ts'
import { AuthorTextView } from '../../../questions/author-text-view.tsx'
import { keyEditorOf } from '../../../questions/key-editors.ts'
import { ZoomableImage } from '../../../questions/options/zoomable-image.tsx'
import { QuestionView } from '../../../questions/question-view.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyCell } from '../../../ui/empty-cell.tsx'
import { formatDateTime } from '../../../ui/format-time.ts'
import { CorrectAnswerDialog } from './correct-answer-dialog.tsx'
import css from './item-card.module.css'
import { verdictLabels } from './verdict-labels.ts'

export const verdictIcons = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconHelpCircle,
  neutral: IconInfoCircle,
} as const

export function ItemCard({ examId, item }: { examId: string; item: ItemAnalysis }) {
  const [isCorrecting, setCorrecting] = useState(false)
  const { tone, explanation } = verdictLabels[item.verdict]
  const Icon = verdictIcons[tone]
  const kind = getKind(item)
  const name = `Question ${item.number}${item.isEarlier ? ' of an earlier version' : ''}`
  return (
    <Card padded id={toItemId(item)} tabIndex={-1} aria-label={name} className={css.card}>
      <div className={css.head}>
        <span>{name}</span>
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {verdictNames[item.verdict]}
        </Badge>
      </div>
      <QuestionView
        text={item.questionText}
        imageUrl={item.questionImage}
        imageDescription={item.questionImageDescription}
        code={item.codeSnippet}
      />
      <ol className={css.options}>
        {item.options.map((option, index) => (
          <OptionBar
            key={option.text}
            option={option}
            letter={kindOf({ kind }).toRowLetter(index)}
            of={item.attempts}
          />
        ))}
      </ol>
      <p className={css.explanation}>{explanation}</p>
      <div className={css.foot}>
        <ItemStatistics item={item} />
        <Button size="row" onClick={() => setCorrecting(true)}>
          Correct the answer<span className="visually-hidden"> of {name}</span>
        </Button>
      </div>
      {item.correction && <Correction kind={kind} correction={item.correction} />}
      <CorrectAnswerDialog
        examId={examId}
        item={item}
        opened={isCorrecting}
        onClose={() => setCorrecting(false)}
      />
    </Card>
  )
}

/** The id of the card that a row of the overview leads to. */
export function toItemId({ revisionId, questionId }: ItemAnalysis): string {
  return `item-${revisionId}-${questionId}`
}

function ItemStatistics({ item }: { item: ItemAnalysis }) {
  const { attempts, correct, unanswered, discrimination } = item
  return (
    <dl className={css.figures}>
      <div>
        <dt>Correct</dt>
        <dd>
          {attempts > 0 ? (
            `${formatPercentage(toPercentage(correct, attempts))} (${formatCount(correct)} of ${formatCount(attempts)})`
          ) : (
            <EmptyCell />
          )}
        </dd>
      </div>
      <div>
        <dt>Not answered</dt>
        <dd>{formatCount(unanswered)}</dd>
      </div>
      {hasDiscrimination(item) && (
        <div>
          <dt>Discrimination, -1 to 1</dt>
          <dd>{discrimination?.toFixed(2)}</dd>
        </div>
      )}
    </dl>
  )
}

type CorrectionProps = {
  readonly kind: KindName
  readonly correction: NonNullable<ItemAnalysis['correction']>
}

function Correction({ kind, correction }: CorrectionProps) {
  const { key, why, correctedBy, correctedAt } = correction
  return (
    <p className={css.correction}>
      <b>
        {key === 'everyone'
          ? 'Corrected: everyone gets the mark.'
          : `Corrected: ${keyEditorOf(kind).describe(key)}`}
      </b>{' '}
      {why} <span>{`${correctedBy ?? 'An erased account'}, ${formatDateTime(correctedAt)}`}</span>
    </p>
  )
}

type OptionBarProps = {
  readonly option: ItemAnalysis['options'][number]
  /** Null where the text is the name of the row. */
  readonly letter: string | null
  readonly of: number
}

/** How many chose it, as a length and in figures. */
function OptionBar({ option, letter, of }: OptionBarProps) {
  const { text, fileUrl, description, chosen, isKey, isPrinted } = option
  const share = toPercentage(chosen, of)
  return (
    <li className={css.option} data-key={isKey || undefined}>
      <span className={css.bar} style={{ width: `${share}%` }} />
      {letter && <span className={css.letter}>{letter}</span>}
      <span dir="auto" className={css.text}>
        <AuthorTextView text={text} />
        {fileUrl && (
          <ZoomableImage
            url={fileUrl}
            description={description}
            subject={`option ${letter}`}
            small
          />
        )}
      </span>
      {(isKey || isPrinted) && (
        <span className={css.tag}>
          {isKey && <IconCheck size={16} stroke={2} aria-hidden="true" />}
          {isKey ? 'Correct answer' : 'Printed as correct'}
        </span>
      )}
      <span className={css.figure}>
        {formatCount(chosen)} <small>{formatPercentage(share)}</small>
        <span className="visually-hidden"> chose it</span>
      </span>
    </li>
  )
}
