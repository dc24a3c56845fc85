import type { Verdict } from './item-analysis.ts'

/** How one question did, as far as the table of all questions needs it. */
export type OverviewItem = {
  readonly number: number
  /** No longer on the paper that students get now. */
  readonly isEarlier: boolean
  readonly attempts: number
  readonly correct: number
  readonly unanswered: number
  readonly discrimination: number | null
  readonly verdict: Verdict
  readonly options: readonly { readonly chosen: number; readonly isKey: boolean }[]
}

export const itemSorts = [
  'flag-asc',
  'flag-desc',
  'number-asc',
  'number-desc',
  'right-asc',
  'right-desc',
  'discrimination-asc',
  'discrimination-desc',
  'unanswered-asc',
  'unanswered-desc',
] as const
export type ItemSort = (typeof itemSorts)[number]

/** Verdicts that ask for a look, the most urgent first. */
const flags: readonly Verdict[] = ['key-doubtful', 'all-wrong', 'poor', 'weak']

export function isFlagged({ verdict }: Pick<OverviewItem, 'verdict'>): boolean {
  return flags.includes(verdict)
}

/** Too few attempts give a figure that is pure chance. */
export function hasDiscrimination(item: Pick<OverviewItem, 'verdict' | 'discrimination'>): boolean {
  return item.discrimination !== null && item.verdict !== 'too-few'
}

/** The index of the wrong option that most chose, the first of equals; null if nobody chose one. */
export function findTopDistractor(options: OverviewItem['options']): number | null {
  let top: number | null = null
  for (const [index, { chosen, isKey }] of options.entries()) {
    if (!isKey && chosen > (top === null ? 0 : (options[top]?.chosen ?? 0))) top = index
  }
  return top
}

/** Equal ones stay in the order of the paper, and those without a figure come last both ways. */
export function sortItems<Item extends OverviewItem>(
  items: readonly Item[],
  sort: ItemSort,
): readonly Item[] {
  const [name = '', direction] = sort.split('-')
  const toFigure = figures[name as keyof typeof figures]
  const sign = direction === 'desc' ? -1 : 1
  return items.toSorted((one, other) => {
    const a = toFigure(one)
    const b = toFigure(other)
    if (a === null || b === null)
      return Number(a === null) - Number(b === null) || inOrder(one, other)
    return sign * (a - b) || inOrder(one, other)
  })
}

const figures = {
  flag: ({ verdict }: OverviewItem) =>
    isFlagged({ verdict }) ? flags.indexOf(verdict) : flags.length,
  number: ({ number }: OverviewItem) => number,
  right: ({ correct, attempts }: OverviewItem) => (attempts > 0 ? correct / attempts : null),
  discrimination: (item: OverviewItem) => (hasDiscrimination(item) ? item.discrimination : null),
  unanswered: ({ unanswered }: OverviewItem) => unanswered,
}

/** The current paper first. */
function inOrder(one: OverviewItem, other: OverviewItem): number {
  return Number(one.isEarlier) - Number(other.isEarlier) || one.number - other.number
}

export type ItemTotals = {
  readonly answers: number
  readonly right: number
  readonly flagged: number
  /** Questions that somebody did not answer. */
  readonly leftOut: number
}

export function sumItems(items: readonly OverviewItem[]): ItemTotals {
  return {
    answers: items.reduce((sum, { attempts }) => sum + attempts, 0),
    right: items.reduce((sum, { correct }) => sum + correct, 0),
    flagged: items.filter(isFlagged).length,
    leftOut: items.filter(({ unanswered }) => unanswered > 0).length,
  }
}
