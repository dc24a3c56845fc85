import { IconActivity, IconMessage, IconPlayerPause } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { pluralize } from '#contract/format.ts'
import { applyAction } from '#contract/live.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { ActionKind } from '#core/live/actions.ts'
import { isApplicable } from '#core/live/applicable.ts'
import { arrangeRows } from '#core/live/row-order.ts'
import { countStates } from '#core/live/state-counts.ts'
import { useCan } from '../../client/use-can.tsx'
import { isMissing } from '../../layout/entity-page.tsx'
import { createTitleMeta, usePageTitle } from '../../layout/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatTimeWithSeconds } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { ActionDialog, type ActionRequest } from '../attempt-actions/action-dialog.tsx'
import {
  type ActionReply,
  describeAction,
  describeSkipped,
} from '../attempt-actions/action-labels.ts'
import { ClockNotice } from '../clock-notice.tsx'
import { useHeldArrangement } from '../lists/use-held-arrangement.ts'
import { DoneNote } from './done-note.tsx'
import type { LiveStudent } from './live-feed.ts'
import { LiveRows } from './live-rows.tsx'
import css from './live-screen.module.css'
import { LiveTools } from './live-tools.tsx'
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

/** The last action, and the filtered list in which it was done. */
type Done = { readonly what: string; readonly filter: string }

export default function LiveScreen() {
  const { testId = '' } = useParams()
  const live = useLiveTable(testId)
  const { test, rows, actions, error, isConnected, lastChangeAt } = live
  usePageTitle('Live', test?.title)
  const canChange = useCan(applyAction)
  const view = useLiveView()
  const selection = useRowSelection()
  const { requested, request, cancel, handleDone, skipped, done } = useActing(live, view.filter)

  const counts = useMemo(() => countStates(rows.values()), [rows])
  const hasSeats = useMemo(() => [...rows.values()].some(({ seat }) => seat), [rows])
  const { search, filter, sort } = view
  const sorted = useMemo(
    () => arrangeRows(filterRows(rows, { search, filter }), sort),
    [rows, search, filter, sort],
  )
  const held = useHeldArrangement(sorted, view.key, requested !== null)
  const chosen = [...selection.selected].flatMap((id) => rows.get(id) ?? [])
  const running = [...rows.values()].filter((row) => isApplicable('message', row))
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
              <ActionsForAll onAct={(kind) => request(kind, running)} />
            </>
          )
        }
      />
      <div className={css.clock}>
        <ClockNotice />
      </div>
      {error && <LoadError error={error} onRetry={live.refetch} />}
      {!test && !error && <LiveSkeleton />}
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
            <LiveTools view={view} hasSeats={hasSeats} held={held} />
            {done && filter !== 'all' && done.filter === filter && (
              <DoneNote done={done.what} onShowAll={() => view.setFilter('all')} />
            )}
            {sorted.length === 0 ? (
              <NoStudents isAnyHere={rows.size > 0} isSearched={search !== ''} />
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
      <ActionDialog
        testId={testId}
        rows={rows}
        requested={requested}
        title={test?.title ?? ''}
        onDone={handleDone}
        onClose={cancel}
      />
    </>
  )
}

/** The action that is asked for, and the result of the last one. */
function useActing({ rows, refetch }: ReturnType<typeof useLiveTable>, filter: string) {
  const [requested, setRequested] = useState<ActionRequest | null>(null)
  const [skipped, setSkipped] = useState('')
  const [done, setDone] = useState<Done | null>(null)
  return {
    requested,
    skipped,
    done,
    cancel: () => setRequested(null),
    request: (kind: ActionKind, chosenRows: readonly LiveStudent[]) => {
      setSkipped('')
      setDone(null)
      setRequested({ kind, studentIds: chosenRows.map(({ studentId }) => studentId) })
    },
    handleDone: (reply: ActionReply) => {
      setRequested(null)
      setSkipped(describeSkipped(reply.notDone))
      setDone({ what: describeAction(reply.action, rows).what, filter })
      refetch()
    },
  }
}

function ActionsForAll({ onAct }: { onAct: (kind: ActionKind) => void }) {
  return (
    <>
      <Button icon={<IconMessage aria-hidden="true" />} onClick={() => onAct('message')}>
        Message all
      </Button>
      <Button icon={<IconPlayerPause aria-hidden="true" />} onClick={() => onAct('pause')}>
        Pause everyone
      </Button>
    </>
  )
}

function LiveSkeleton() {
  return (
    <Card padded className={css.waiting} aria-busy="true">
      <Skeleton width="100%" height="72px" />
      <Skeleton width="100%" height="320px" />
    </Card>
  )
}

type NoStudentsProps = { readonly isAnyHere: boolean; readonly isSearched: boolean }

function NoStudents({ isAnyHere, isSearched }: NoStudentsProps) {
  return isAnyHere ? (
    <EmptyState
      title="No student found"
      help={`No student is in this state${isSearched ? ' and has such a name' : ''}.`}
    />
  ) : (
    <EmptyState
      title="Nobody is taking this test now."
      help="Students appear here as soon as they start."
    />
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
