import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatCount } from '#contract/format.ts'

type HeadCellProps = { readonly className?: string | undefined; readonly children: ReactNode }

export function HeadCell({ className, children }: HeadCellProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: blocks would lose it
    <th role="columnheader" scope="col" className={className}>
      {children}
    </th>
  )
}

type GroupToggleProps = {
  readonly name: string
  readonly count: number
  readonly isOpen: boolean
  readonly onPress: () => void
}

/** Folds or unfolds the rows of a group. */
export function GroupToggle({ name, count, isOpen, onPress }: GroupToggleProps) {
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <button type="button" aria-expanded={isOpen} onClick={onPress}>
      <Icon size={18} stroke={2} aria-hidden="true" />
      <b>{name}</b> <span>{formatCount(count)}</span>
    </button>
  )
}

export function toggleGroup(groups: ReadonlySet<string>, group: string): ReadonlySet<string> {
  const next = new Set(groups)
  if (!next.delete(group)) next.add(group)
  return next
}
