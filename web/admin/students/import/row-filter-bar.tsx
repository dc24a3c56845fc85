import { formatCount } from '#contract/format.ts'
import { type CheckedRow, type ErrorKind, errorKinds } from '#core/students/import/check-import.ts'
import { SelectField } from '../../../ui/form/text-field.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import css from './import.module.css'
import { hasKind, type RowFilter } from './use-filtered-rows.ts'
import { isReady } from './use-import.ts'

const kindNames: Readonly<Record<ErrorKind, string>> = {
  name: 'Name',
  email: 'Email address',
  misspelt: 'Address looks misspelt',
  shared: 'Address of somebody else',
  course: 'Course',
  phone: 'Phone',
  other: 'Other details',
}

type RowFilterBarProps = {
  readonly checked: readonly CheckedRow[]
  readonly leftOutCount: number
  readonly filter: RowFilter
  readonly onFilter: (filter: RowFilter) => void
}

/** Chooses the rows to show, by what is to be done about them. */
export function RowFilterBar({ checked, leftOutCount, filter, onFilter }: RowFilterBarProps) {
  const faulty = checked.filter((row) => !isReady(row))
  const kinds = errorKinds.filter((one) => faulty.some(({ errors }) => errors.some(hasKind(one))))
  return (
    <div className={css.bar}>
      <SegmentedControl
        legend="Rows to show"
        segments={[
          { value: 'mend', label: `To fix ${formatCount(faulty.length)}` },
          { value: 'ready', label: `Ready ${formatCount(checked.length - faulty.length)}` },
          ...(leftOutCount > 0
            ? [
                {
                  value: 'out' as const,
                  label: `Left out ${formatCount(leftOutCount)}`,
                },
              ]
            : []),
        ]}
        selected={filter.shown}
        onSelect={(shown) => onFilter({ ...filter, shown })}
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
          value={filter.kind}
          onChange={({ target }) =>
            onFilter({ shown: 'mend', kind: target.value as ErrorKind | '' })
          }
        />
      )}
    </div>
  )
}
