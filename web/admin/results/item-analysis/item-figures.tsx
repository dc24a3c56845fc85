import type { MouseEvent } from 'react'
import type { ZodType } from 'zod'
import { formatCount, formatPercentage, pluralize } from '#contract/format.ts'
import { exportItemAnalyses, type ItemAnalysis, listItemAnalyses } from '#contract/grading.ts'
import { verdictNames } from '#contract/item-labels.ts'
import {
  findTopDistractor,
  hasDiscrimination,
  type ItemSort,
  isFlagged,
  itemSorts,
  sortItems,
  sumItems,
} from '#core/grading/item-overview.ts'
import { toPercentage } from '#core/grading/percentage.ts'
import { kindOf } from '#core/questions/question.ts'
import { getKind } from '../../../questions/answer-controls.ts'
import { AuthorTextView } from '../../../questions/author-text-view.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmptyCell } from '../../../ui/empty-cell.tsx'
import { ExportFiles } from '../../lists/list-actions.tsx'
import { ListCard } from '../../lists/list-card.tsx'
import { defineList, type ListState, toListQuery } from '../../lists/list-description.ts'
import { useLocalList } from '../../lists/use-list.ts'
import { toItemId, verdictIcons } from './item-card.tsx'
import css from './item-figures.module.css'
import { verdictLabels } from './verdict-labels.ts'

type ItemListEndpoint = Omit<typeof listItemAnalyses, 'reply'> & {
  readonly reply: ZodType<ItemAnalysis[]>
}

const overview = defineList({
  // As a list of items: the reply has them beside the number of attempts.
  endpoint: listItemAnalyses as unknown as ItemListEndpoint,
  rowKey: toItemId,
  things: { one: 'question', many: 'questions' },
  caption: 'All questions',
  paging: { as: 'whole' },
  sorts: {
    initial: 'flag-asc',
    values: itemSorts,
    labels: {
      'flag-asc': 'Flagged first',
      'flag-desc': 'Flagged last',
      'number-asc': 'First to last',
      'number-desc': 'Last to first',
      'right-asc': 'Hardest first',
      'right-desc': 'Easiest first',
      'discrimination-asc': 'Separates least',
      'discrimination-desc': 'Separates most',
      'unanswered-desc': 'Most left out',
      'unanswered-asc': 'Fewest left out',
    } satisfies Record<ItemSort, string>,
  },
  empty: { title: 'No questions', help: '' },
  notFound: { title: 'No question is flagged', help: 'A flag is a hint to check a question.' },
  failed: 'The questions could not be loaded.',
  skeletonRows: 5,
})

type ItemFiguresProps = {
  readonly examId: string
  readonly batch: string
  readonly items: readonly ItemAnalysis[]
}

/** All questions of a test at a glance; each row leads to its card below. */
export function ItemFigures({ examId, batch, items }: ItemFiguresProps) {
  const { answers, right, flagged, leftOut } = sumItems(items)
  const filter = {
    name: 'flag',
    label: 'Flag',
    options: [
      { value: '', name: `All (${formatCount(items.length)})` },
      { value: 'flagged', name: `Flagged (${formatCount(flagged)})` },
    ],
  }
  const list = useLocalList({ ...overview, filters: [filter] }, { query: { data: items }, arrange })
  return (
    <div>
      <ListCard
        list={list}
        title="All questions"
        columns={columns}
        actions={
          <div className={css.export}>
            <ExportFiles
              endpoint={exportItemAnalyses}
              params={{ testId: examId }}
              query={{ ...toListQuery(list.state), ...(batch && { batch }) }}
              things="questions"
            />
          </div>
        }
      />
      <p className={css.note}>
        {answers > 0 && `${formatPercentage(toPercentage(right, answers))} right on average. `}
        {leftOut > 0 && `${pluralize(leftOut, 'question')} left out by somebody. `}
        Discrimination runs from −1 to 1: how much more often strong students have a question right
        than weak ones. A flag is a hint, not a verdict.
      </p>
    </div>
  )
}

function arrange(items: readonly ItemAnalysis[], { sort, filters }: ListState) {
  const found = filters.flag ? items.filter(isFlagged) : items
  return sortItems(found, sort as ItemSort)
}

const columns: readonly Column<ItemAnalysis>[] = [
  {
    key: 'question',
    head: 'Question',
    as: 'title',
    sorts: { ascending: 'number-asc', descending: 'number-desc' },
    cell: (item) => <QuestionLink item={item} />,
  },
  {
    key: 'right',
    head: 'Correct',
    oneLine: true,
    sorts: { ascending: 'right-asc', descending: 'right-desc' },
    cell: (item) => <RightShare item={item} />,
  },
  {
    key: 'discrimination',
    head: 'Discrimination',
    oneLine: true,
    sorts: { ascending: 'discrimination-asc', descending: 'discrimination-desc' },
    cell: (item) => <Discrimination item={item} />,
  },
  {
    key: 'wrong',
    head: 'Wrong choice',
    oneLine: true,
    cell: (item) => <WrongChoice item={item} />,
  },
  {
    key: 'unanswered',
    head: 'Left out',
    align: 'right',
    sorts: { ascending: 'unanswered-asc', descending: 'unanswered-desc' },
    cell: ({ unanswered }) => formatCount(unanswered),
  },
  {
    key: 'flag',
    head: 'Flag',
    sorts: { ascending: 'flag-asc', descending: 'flag-desc' },
    cell: (item) => <Flag item={item} />,
  },
]

function QuestionLink({ item }: { item: ItemAnalysis }) {
  const { number, isEarlier, questionText } = item
  const handleClick = (event: MouseEvent) => {
    event.preventDefault()
    const card = document.getElementById(toItemId(item))
    card?.scrollIntoView({ block: 'start' })
    card?.focus({ preventScroll: true })
  }
  return (
    <>
      <a href={`#${toItemId(item)}`} onClick={handleClick}>
        <span className={css.question}>
          {number}. <AuthorTextView text={questionText} />
        </span>
      </a>
      {isEarlier && <small>Of an earlier version</small>}
    </>
  )
}

function RightShare({ item: { correct, attempts } }: { item: ItemAnalysis }) {
  if (attempts === 0) return <None why="nobody has answered it" />
  const share = toPercentage(correct, attempts)
  return (
    <span className={css.figure}>
      <span className={css.bar} aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      {formatPercentage(share)}
    </span>
  )
}

/** From the middle: to the right where strong students did better, to the left where worse. */
function Discrimination({ item }: { item: ItemAnalysis }) {
  const { discrimination, verdict } = item
  if (!hasDiscrimination(item) || discrimination === null) {
    return verdict === 'too-few' ? (
      <span className={css.none}>Too few attempts</span>
    ) : (
      <None why="it is not known" />
    )
  }
  const half = Math.abs(discrimination) * 50
  const left = discrimination < 0 ? 50 - half : 50
  return (
    <span className={css.figure}>
      <span className={css.scale} aria-hidden="true">
        <i
          data-low={discrimination < 0 || undefined}
          style={{ left: `${left}%`, width: `${half}%` }}
        />
      </span>
      {discrimination.toFixed(2).replace('-', '−')}
    </span>
  )
}

function WrongChoice({ item }: { item: ItemAnalysis }) {
  const { options, attempts } = item
  const place = findTopDistractor(options)
  const option = place === null ? undefined : options[place]
  if (place === null || !option) return <None why="nobody chose a wrong one" />
  return (
    <span className={css.figure}>
      <span className={css.letter}>
        {kindOf({ kind: getKind(item) }).toRowLetter(place) ?? option.text}
      </span>
      {formatPercentage(toPercentage(option.chosen, attempts))}
    </span>
  )
}

function Flag({ item: { verdict } }: { item: ItemAnalysis }) {
  if (!isFlagged({ verdict })) return <span className={css.none}>None</span>
  const { tone, explanation } = verdictLabels[verdict]
  const Icon = verdictIcons[tone]
  return (
    <span className={css.flag} data-tone={tone} title={explanation}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {verdictNames[verdict]}
    </span>
  )
}

function None({ why }: { readonly why: string }) {
  return (
    <span className={css.none}>
      <EmptyCell meaning={`None: ${why}`} />
    </span>
  )
}
