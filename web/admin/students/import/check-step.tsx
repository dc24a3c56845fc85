import { IconDownload } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { formatCount, pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { type ErrorKind, errorKinds } from '#core/students/import/check-import.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import checkCss from './check.module.css'
import { chooseFields, createRowColumns, type ShownRow } from './check-columns.tsx'
import { Figures, Source } from './check-summary.tsx'
import { CourseWordList } from './course-word-list.tsx'
import { downloadFaultyRows } from './download-faulty-rows.ts'
import css from './import.module.css'
import { isReady, useStartedImport } from './use-import.ts'

const kindNames: Readonly<Record<ErrorKind, string>> = {
  name: 'Name',
  email: 'Email address',
  misspelt: 'Address looks misspelt',
  shared: 'Address of somebody else',
  course: 'Course',
  phone: 'Phone',
  other: 'Other details',
}

type Shown = 'mend' | 'ready' | 'out'

/** Step 3: every fault at its row. */
export default function CheckStep() {
  const model = useStartedImport()
  const { state, table, rows, words, checked, lookUp } = model
  const [shown, setShown] = useState<Shown>('mend')
  const [kind, setKind] = useState<ErrorKind | ''>('')
  const [isLookedUp, setLookedUp] = useState(!lookUp.isPending)
  useEffect(() => {
    if (!lookUp.isPending) setLookedUp(true)
  }, [lookUp.isPending])
  const faulty = checked.filter((row) => !isReady(row))
  const ready = checked.filter(isReady)
  const hereCount = ready.filter(({ isHere }) => isHere).length
  const kinds = errorKinds.filter((one) => faulty.some(({ errors }) => errors.some(hasKind(one))))
  const sharedCount = faulty.filter(({ errors }) => errors.some(hasKind('shared'))).length

  // A corrected row stays in its place until another filter is chosen.
  const choice = `${shown} ${kind} ${isLookedUp} ${rows.length}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken when the filter changes
  const taken = useMemo(() => {
    const lines =
      shown === 'out'
        ? state.leftOut
        : (shown === 'ready' ? ready : faulty)
            .filter(({ errors }) => kind === '' || shown !== 'mend' || errors.some(hasKind(kind)))
            .map(({ line }) => line)
    const fields = new Map(faulty.map(({ line, errors }) => [line, errors.map((one) => one.field)]))
    return { lines: new Set(lines), fields }
  }, [choice])
  const checkedByLine = new Map(checked.map((row) => [row.line, row]))
  const wordByLine = new Map(
    words
      .filter(({ course }) => course === null)
      .flatMap((word) => word.lines.map((line) => [line, word] as const)),
  )
  // Rows whose word was taken back are faulty since the list was taken.
  const undoneLines = new Set(
    words.flatMap(({ key, lines }) => (state.courseWords[key] === null ? lines : [])),
  )
  const list = rows
    .filter(({ line }) => taken.lines.has(line) || (shown === 'mend' && undoneLines.has(line)))
    .map(
      ({ line, values }): ShownRow => ({
        line,
        values: { ...values, ...state.edits[line] },
        errors: checkedByLine.get(line)?.errors ?? [],
        isHere: checkedByLine.get(line)?.isHere ?? false,
        isLeftOut: state.leftOut.includes(line),
        openFields: [
          ...(taken.fields.get(line) ?? []),
          ...(undoneLines.has(line) ? (['course'] as const) : []),
        ],
        word: wordByLine.get(line),
      }),
    )
  const read = table.columns.filter(({ role }) => role !== 'left-out')
  const handleKind = (next: ErrorKind | '') => {
    setShown('mend')
    setKind(next)
  }

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
        here={hereCount}
        isPending={lookUp.isPending}
      />
      <Card className={css.card}>
        <div className={css.bar}>
          <SegmentedControl
            legend="Rows to show"
            segments={[
              { value: 'mend', label: `To fix ${formatCount(faulty.length)}` },
              { value: 'ready', label: `Ready ${formatCount(ready.length)}` },
              ...(state.leftOut.length > 0
                ? [
                    {
                      value: 'out' as const,
                      label: `Left out ${formatCount(state.leftOut.length)}`,
                    },
                  ]
                : []),
            ]}
            selected={shown}
            onSelect={setShown}
          />
          <span className={css.grow} />
          {kinds.length > 1 && (
            <SelectField
              hideLabel
              label="Kind of fault"
              options={[
                { value: '', name: `All ${kinds.length} kinds of fault` },
                ...kinds.map((value) => ({ value, name: kindNames[value] })),
              ]}
              value={kind}
              onChange={({ target }) => handleKind(target.value as ErrorKind | '')}
            />
          )}
        </div>
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
          <EmptyState title={shown === 'mend' ? 'Nothing to fix' : 'No rows'} />
        )}
        <p className={checkCss.shown}>{pluralize(list.length, 'row')} shown</p>
      </Card>
      {sharedCount > 0 && (
        <Notice>
          <b>
            {sharedCount === 1
              ? 'One row has the address of somebody else.'
              : `${formatCount(sharedCount)} rows have the address of somebody else.`}
          </b>{' '}
          Brothers and sisters often give a parent’s address, but the address is the login, so each
          account needs its own. The first row with an address is ready; the others are to fix.{' '}
          <button type="button" className={checkCss.link} onClick={() => handleKind('shared')}>
            See {sharedCount === 1 ? 'this row' : `these ${formatCount(sharedCount)}`}
          </button>
        </Notice>
      )}
      <div className={css.footer}>
        {faulty.length > 0 && (
          <p className={layout.hint}>
            {pluralize(faulty.length, 'row')} {faulty.length === 1 ? 'stays' : 'stay'} out. Download
            with the faults, fix and add later.
          </p>
        )}
        <ButtonLink to={pagePaths.importColumns}>Back</ButtonLink>
        {faulty.length > 0 && (
          <Button
            icon={<IconDownload aria-hidden="true" />}
            onClick={() => downloadFaultyRows(state.fileName, faulty)}
          >
            Download the {formatCount(faulty.length)}
          </Button>
        )}
        {ready.length > 0 && !lookUp.isPending && (
          <ButtonLink tone="primary" to={pagePaths.importConfirm}>
            Continue with {pluralize(ready.length, 'student')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function hasKind(kind: ErrorKind) {
  return (fault: { readonly kind: ErrorKind }) => fault.kind === kind
}
