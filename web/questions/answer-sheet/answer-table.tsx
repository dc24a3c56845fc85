import type { AnswerSheetItem } from '#contract/questions/kinds.ts'
import { toOptionLetter } from '#core/questions/option-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { useOpenWhilePrinted } from '../../ui/use-open-while-printed.ts'
import { getKind } from '../answer-controls.ts'
import { AuthorTextView } from '../author-text-view.tsx'
import { ZoomableImage } from '../options/zoomable-image.tsx'
import { QuestionView } from '../question-view.tsx'
import type { AnswerLinesProps } from './answer-sheet.tsx'
import css from './answer-table.module.css'
import {
  clearedTexts,
  getVerdict,
  type NumberedResponse,
  reviews,
  verdictBadges,
} from './answered-question.tsx'
import { describeCorrection } from './describe-correction.ts'
import { listChosen, listCorrect } from './sheet-options.ts'

/** For staff: a question in each row, its options folded below. */
export function AnswerTable({ lines }: Pick<AnswerLinesProps, 'lines'>) {
  const frame = useOpenWhilePrinted()
  return (
    <div ref={frame}>
      <Card>
        <DataTable
          caption="Answers"
          columns={columns}
          rows={lines}
          rowKey={({ id }) => id}
          below={(line) => <Below line={line} />}
        />
      </Card>
    </div>
  )
}

const columns: readonly Column<NumberedResponse>[] = [
  {
    key: 'question',
    head: 'Question',
    as: 'title',
    width: '40%',
    cell: ({ number, id, response }) => (
      <div id={id} tabIndex={-1} className={css.question}>
        <small>Question {number}</small>
        <QuestionView
          text={response.questionText}
          imageUrl={response.questionImage}
          imageDescription={response.questionImageDescription}
          code={response.codeSnippet}
        />
      </div>
    ),
  },
  {
    key: 'chosen',
    head: 'Chosen answer',
    cell: ({ response }) => <Options item={response} texts={listChosen(response)} />,
  },
  {
    key: 'correct',
    head: 'Correct answer',
    cell: ({ response }) => <Options item={response} texts={listCorrect(response)} />,
  },
  {
    key: 'verdict',
    head: 'Result',
    oneLine: true,
    cell: ({ response }) => {
      const { label, tone, Icon } = verdictBadges[getVerdict(response)]
      return (
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {label}
        </Badge>
      )
    },
  },
]

/** Each with its letter as the student saw it. */
function Options({ item, texts }: { item: AnswerSheetItem; texts: readonly string[] }) {
  if (texts.length === 0) return <span className={css.none}>None</span>
  if (item.options.length === 0) return <span dir="auto">{texts.join(' or ')}</span>
  return (
    <ul className={css.options}>
      {item.options.map(({ text, fileUrl, description }, index) => {
        if (!texts.includes(text)) return null
        const letter = toOptionLetter(index)
        return (
          <li key={text}>
            <b>{letter}</b>
            <span dir="auto">
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
          </li>
        )
      })}
    </ul>
  )
}

function Below({ line: { number, response } }: { line: NumberedResponse }) {
  const Review = reviews[getKind(response)]
  return (
    <div className={css.below}>
      {response.correction && <p>{describeCorrection(response.correction)}</p>}
      {response.isCleared && <p>{clearedTexts.admin}</p>}
      <details>
        <summary>
          All options<span className="visually-hidden"> of question {number}</span>
        </summary>
        <Review item={response} reader="admin" />
      </details>
    </div>
  )
}
