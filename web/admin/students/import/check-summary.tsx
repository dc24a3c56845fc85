import {
  IconAlertCircle,
  IconCircleCheck,
  IconColumns,
  IconFileSpreadsheet,
  IconUserCheck,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatCount, pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { roleNames } from '#core/students/import/import-rows.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDate } from '../../../ui/format-time.ts'
import { Spoken } from '../../../ui/status.tsx'
import checkCss from './check.module.css'
import css from './import.module.css'
import type { useStartedImport } from './use-import.ts'

type SourceProps = { readonly model: ReturnType<typeof useStartedImport> }

/** The table and the columns that are read, each with the way back to change it. */
export function Source({ model: { state, table, rows } }: SourceProps) {
  const read = table.columns.filter(({ role }) => role !== 'left-out')
  return (
    <div className={checkCss.pair}>
      <Summary
        icon={<IconFileSpreadsheet aria-hidden="true" />}
        title={state.fileName}
        action={
          <ButtonLink size="row" to={pagePaths.importStudents}>
            Paste or drop another
          </ButtonLink>
        }
      >
        {pluralize(rows.length, 'row')}
        {state.sheets[state.sheet]?.name ? `, sheet “${state.sheets[state.sheet]?.name}”` : ''}
      </Summary>
      <Summary
        icon={<IconColumns aria-hidden="true" />}
        title={`${pluralize(read.length, 'column')} read, ${table.columns.length - read.length} left out`}
        action={
          <ButtonLink size="row" to={pagePaths.importColumns}>
            Change
          </ButtonLink>
        }
      >
        {read.map(({ role }) => role && roleNames[role]).join(', ')}.
        {table.rememberedAt !== null &&
          ` Remembered from ${formatDate(new Date(table.rememberedAt).toISOString())}.`}
      </Summary>
    </div>
  )
}

type FiguresProps = {
  readonly ready: number
  readonly faulty: number
  /** How many of those who are ready are here already. */
  readonly here: number
  readonly isPending: boolean
}

export function Figures({ ready, faulty, here, isPending }: FiguresProps) {
  return (
    <>
      <Card className={checkCss.figures}>
        <Figure icon={<IconCircleCheck aria-hidden="true" />} name="Ready" tone="ok">
          {formatCount(ready)}
        </Figure>
        <Figure icon={<IconAlertCircle aria-hidden="true" />} name="To fix" tone="bad">
          {formatCount(faulty)}
        </Figure>
        <Figure icon={<IconUserCheck aria-hidden="true" />} name="Already here">
          {formatCount(here)} <small>of the {formatCount(ready)}, added to the batch only</small>
        </Figure>
      </Card>
      <SpokenCounts ready={ready} faulty={faulty} isPending={isPending} />
    </>
  )
}

type SummaryProps = {
  readonly icon: ReactNode
  readonly title: string
  readonly action: ReactNode
  readonly children: ReactNode
}

function Summary({ icon, title, action, children }: SummaryProps) {
  return (
    <Card className={checkCss.summary}>
      <span className={checkCss.icon}>{icon}</span>
      <div className={css.grow}>
        <b dir="auto">{title}</b>
        <small>{children}</small>
      </div>
      {action}
    </Card>
  )
}

type FigureProps = {
  readonly icon: ReactNode
  readonly name: string
  readonly tone?: 'ok' | 'bad'
  readonly children: ReactNode
}

function Figure({ icon, name, tone, children }: FigureProps) {
  return (
    <div className={checkCss.figure}>
      <span data-tone={tone}>
        {icon}
        {name}
      </span>
      <b>{children}</b>
    </div>
  )
}

type Counts = { readonly ready: number; readonly faulty: number; readonly isPending: boolean }

/** Speaks the counts once they have not changed for a second. */
function SpokenCounts({ ready, faulty, isPending }: Counts) {
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const words = isPending ? '' : `${formatCount(ready)} ready, ${formatCount(faulty)} to fix`
    const timer = setTimeout(() => setSpoken(words), 1000)
    return () => clearTimeout(timer)
  }, [ready, faulty, isPending])
  return <Spoken>{spoken}</Spoken>
}
