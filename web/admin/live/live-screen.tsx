import {
  IconActivity,
  IconHandStop,
  IconMessage,
  IconPlayerPause,
  IconSearch,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { pluralize } from '#contract/format.ts'
import { actOnAttempts } from '#contract/live.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { ActionKind } from '#core/live/actions.ts'
import { canAct } from '#core/live/applicable.ts'
import { arrangeRows, type RowSort, rowSorts } from '#core/live/row-order.ts'
import { countStates } from '#core/live/state-counts.ts'
import { useCan } from '../../client/permissions.tsx'
import { isMissing } from '../../layout/entity-page.tsx'
import { createTitleMeta, usePageTitle } from '../../layout/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import { formatTimeWithSeconds } from '../../ui/format-time.ts'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { ActDialog, type ActRequest } from '../attempt-actions/act-dialog.tsx'
import { type ActReply, describeAction, describeSkipped } from '../attempt-actions/act-words.ts'
import { ClockNotice } from '../clock-notice.tsx'
import { useHeldArrangement } from '../lists/use-held-arrangement.ts'
import { DoneNote } from './done-note.tsx'
import type { LiveStudent } from './live-feed.ts'
import { LiveRows } from './live-rows.tsx'
import css from './live-screen.module.css'
import { RegisterLinks } from './register-links.tsx'
import { ResumePaused } from './resume-paused.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SpokenSummary } from './spoken-summary.tsx'
import { StateTiles } from './state-tiles.tsx'
import { UndoSlot } from './undo-slot.tsx'
import { useLiveTable } from './use-live-table.ts'
import { filterRows, useLiveView } from './use-live-view.ts'

export const meta = createTitleMeta('Live')

const crumbs = [
  { to: pagePaths.adminHome, name: 'Tests' },
  { to: pagePaths.liveExams, name: 'Live' },
]

const sortNames: Readonly<Record<RowSort, string>> = {
  attention: 'Sort by attention',
  name: 'Sort by name',
  'time-left': 'Sort by time left',
}

/** The last action, and the filtered list in which it was done. */
type Done = { readonly what: string; readonly filter: string }

export default function LiveScreen() {
  const { testId = '' } = useParams()
  const live = useLiveTable(testId)
  const { test, rows, actions, error, isConnected, lastChangeAt } = live
  usePageTitle('Live', test?.title)
  const canChange = useCan(actOnAttempts)
  const view = useLiveView()
  const selection = useRowSelection()
  const [requested, setRequested] = useState<ActRequest | null>(null)
  const [skipped, setSkipped] = useState('')
  const [done, setDone] = useState<Done | null>(null)

  const counts = useMemo(() => countStates(rows.values()), [rows])
  const hasSeats = useMemo(() => [...rows.values()].some(({ seat }) => seat), [rows])
  const searched = hasSeats ? 'Name or seat' : "Student's name"
  const { search, filter, sort } = view
  const sorted = useMemo(
    () => arrangeRows(filterRows(rows, { search, filter }), sort),
    [rows, search, filter, sort],
  )
  const held = useHeldArrangement(sorted, view.key, requested !== null)
  const chosen = [...selection.selected].flatMap((id) => rows.get(id) ?? [])
  const running = [...rows.values()].filter((row) => canAct('message', row))
  const request = (kind: ActionKind, chosenRows: readonly LiveStudent[]) => {
    setSkipped('')
    setDone(null)
    setRequested({ kind, studentIds: chosenRows.map(({ studentId }) => studentId) })
  }

  const handleDone = (reply: ActReply) => {
    setRequested(null)
    setSkipped(describeSkipped(reply.notDone))
    setDone({ what: describeAction(reply.action, rows).what, filter })
    live.refetch()
  }

  return (
    <>
      <PageHeading
        title={test?.title ?? 'Live'}
        crumbs={crumbs}
        lead={
          test && (
            <span className={css.lead}>
              <ConnectionBadge isConnected={isConnected} />
              {pluralize(rows.size, 'student')}. Last change {formatTimeWithSeconds(lastChangeAt)}.
              <RegisterLinks testId={testId} />
            </span>
          )
        }
        actions={
          canChange &&
          running.length > 0 && (
            <>
              <ResumePaused testId={testId} rows={rows} onDone={handleDone} />
              <Button
                icon={<IconMessage aria-hidden="true" />}
                onClick={() => request('message', running)}
              >
                Message all
              </Button>
              <Button
                icon={<IconPlayerPause aria-hidden="true" />}
                onClick={() => request('pause', running)}
              >
                Pause everyone
              </Button>
            </>
          )
        }
      />
      <div className={css.clock}>
        <ClockNotice />
      </div>
      {error && <LoadError error={error} onRetry={live.refetch} />}
      {!test && !error && (
        <Card padded className={css.waiting} aria-busy="true">
          <Skeleton width="100%" height="72px" />
          <Skeleton width="100%" height="320px" />
        </Card>
      )}
      {test && (
        <>
          <StateTiles counts={counts} filter={view.filter} onFilter={view.setFilter} />
          <UndoSlot
            actions={actions}
            rows={rows}
            skipped={skipped}
            canUndo={canChange}
            onUndone={() => live.refetch()}
          />
          <Card>
            <div className={layout.tools}>
              <div className={css.search}>
                <TextField
                  type="search"
                  label={searched}
                  hideLabel
                  placeholder={searched}
                  autoComplete="off"
                  icon={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
                  value={view.search}
                  onChange={({ target }) => view.setSearch(target.value)}
                />
              </div>
              <div className={css.sort}>
                <SelectField
                  label="Sort by"
                  hideLabel
                  value={view.sort}
                  options={rowSorts.map((value) => ({ value, name: sortNames[value] }))}
                  onChange={({ target }) => view.setSort(target.value as RowSort)}
                />
              </div>
              {held.isHeld && (
                <p className={css.held}>
                  <IconHandStop size={18} stroke={1.75} aria-hidden="true" />
                  Order held while you are in the list.
                  {held.moves > 0 && (
                    <>
                      {' '}
                      {held.moves} would move.
                      <Button size="row" tone="quiet" onClick={held.sortNow}>
                        Sort now
                      </Button>
                    </>
                  )}
                </p>
              )}
            </div>
            {done && filter !== 'all' && done.filter === filter && (
              <DoneNote done={done.what} onShowAll={() => view.setFilter('all')} />
            )}
            {sorted.length === 0 ? (
              <EmptyState
                title={rows.size === 0 ? 'Nobody is taking this test now.' : 'No student found'}
                help={
                  rows.size === 0
                    ? 'Students appear here as soon as they start.'
                    : `No student is in this state${search && ' and has such a name'}.`
                }
              />
            ) : (
              <LiveRows
                testId={testId}
                rows={rows}
                tableRef={held.tableRef}
                shown={held.shown}
                selected={selection.selected}
                canAct={canChange}
                isStale={!isConnected}
                onToggle={selection.toggle}
                onToggleAll={selection.toggleAll}
                onAct={(id) => {
                  const row = rows.get(id)
                  if (row) request(row.state === 'finished' ? 'reopen' : 'add-minutes', [row])
                }}
              />
            )}
            {canChange && (
              <SelectionBar
                chosen={chosen}
                onClear={selection.clear}
                onAct={(kind) => request(kind, chosen)}
              />
            )}
          </Card>
          <SpokenSummary counts={counts} />
        </>
      )}
      <ActDialog
        testId={testId}
        rows={rows}
        requested={requested}
        title={test?.title ?? ''}
        onDone={handleDone}
        onClose={() => setRequested(null)}
      />
    </>
  )
}

function ConnectionBadge({ isConnected }: { isConnected: boolean }) {
  return (
    <Badge tone={isConnected ? 'ok' : 'warn'} icon={<IconActivity aria-hidden="true" />}>
      {isConnected ? 'Live' : 'Reconnecting'}
    </Badge>
  )
}

function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isMissing(error)) return <Notice tone="danger">Test not found</Notice>
  return (
    <Notice tone="danger" onRetry={onRetry}>
      The students could not be loaded. {error.message}
    </Notice>
  )
}
