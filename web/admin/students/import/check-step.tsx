import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount, pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice.tsx'
import checkCss from './check.module.css'
import { chooseFields, createRowColumns } from './check-columns.tsx'
import { Figures, Source } from './check-summary.tsx'
import { CourseWordList } from './course-word-list.tsx'
import { downloadFaultyRows } from './download-faulty-rows.ts'
import css from './import.module.css'
import { RowFilterBar } from './row-filter-bar.tsx'
import { hasKind, type RowFilter, useFilteredRows } from './use-filtered-rows.ts'
import { isReady, useStartedImport } from './use-import.ts'

/** Step 3: every fault at its row. */
export default function CheckStep() {
  const model = useStartedImport()
  const { state, table, checked, lookUp } = model
  const [filter, setFilter] = useState<RowFilter>({ shown: 'mend', kind: '' })
  const list = useFilteredRows(model, filter)
  const faulty = checked.filter((row) => !isReady(row))
  const ready = checked.filter(isReady)
  const sharedCount = faulty.filter(({ errors }) => errors.some(hasKind('shared'))).length
  const read = table.columns.filter(({ role }) => role !== 'left-out')
  return (
    <>
      <Source model={model} />
      <CourseWordList model={model} />
      {lookUp.hasFailed && (
        <Notice tone="danger" onRetry={lookUp.retry}>
          Existing accounts could not be looked up.
        </Notice>
      )}
      <Figures
        ready={ready.length}
        faulty={faulty.length}
        here={ready.filter(({ isHere }) => isHere).length}
        isPending={lookUp.isPending}
      />
      <Card className={css.card}>
        <RowFilterBar
          checked={checked}
          leftOutCount={state.leftOut.length}
          filter={filter}
          onFilter={setFilter}
        />
        {list.length > 0 ? (
          <div className={checkCss.rows}>
            <DataTable
              caption="Rows of the table"
              columns={createRowColumns(model, chooseFields(list, read))}
              rows={list}
              rowKey={({ line }) => String(line)}
            />
          </div>
        ) : (
          <EmptyState title={filter.shown === 'mend' ? 'Nothing to fix' : 'No rows'} />
        )}
        <p className={checkCss.shown}>{pluralize(list.length, 'row')} shown</p>
      </Card>
      {sharedCount > 0 && (
        <SharedAddresses
          count={sharedCount}
          onShow={() => setFilter({ shown: 'mend', kind: 'shared' })}
        />
      )}
      <CheckFooter
        faultyCount={faulty.length}
        readyCount={ready.length}
        isPending={lookUp.isPending}
        onDownload={() => downloadFaultyRows(state.fileName, faulty)}
      />
    </>
  )
}

type SharedAddressesProps = { readonly count: number; readonly onShow: () => void }

/** Says why rows with the address of somebody else are not ready. */
function SharedAddresses({ count, onShow }: SharedAddressesProps) {
  return (
    <Notice>
      <b>
        {count === 1
          ? 'One row has the address of somebody else.'
          : `${formatCount(count)} rows have the address of somebody else.`}
      </b>{' '}
      Brothers and sisters often give a parent’s address, but the address is the login, so each
      account needs its own. The first row with an address is ready; the others are to fix.{' '}
      <button type="button" className={checkCss.link} onClick={onShow}>
        See {count === 1 ? 'this row' : `these ${formatCount(count)}`}
      </button>
    </Notice>
  )
}

type CheckFooterProps = {
  readonly faultyCount: number
  readonly readyCount: number
  /** Accounts are being looked up. */
  readonly isPending: boolean
  readonly onDownload: () => void
}

function CheckFooter({ faultyCount, readyCount, isPending, onDownload }: CheckFooterProps) {
  return (
    <div className={css.footer}>
      {faultyCount > 0 && (
        <p className={layout.hint}>
          {pluralize(faultyCount, 'row')} {faultyCount === 1 ? 'stays' : 'stay'} out. Download with
          the faults, fix and add later.
        </p>
      )}
      <ButtonLink to={pagePaths.importColumns}>Back</ButtonLink>
      {faultyCount > 0 && (
        <Button icon={<IconDownload aria-hidden="true" />} onClick={onDownload}>
          Download the {formatCount(faultyCount)}
        </Button>
      )}
      {readyCount > 0 && !isPending && (
        <ButtonLink tone="primary" to={pagePaths.importConfirm}>
          Continue with {pluralize(readyCount, 'student')}
        </ButtonLink>
      )}
    </div>
  )
}
