import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEventHandler } from 'react'
import { TextField } from './text-field.tsx'

type SearchFieldProps = {
  /** Also stands in the empty field. */
  readonly label: string
  readonly value: string
  readonly onType: (text: string) => void
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement> | undefined
}

export function SearchField({ label, value, onType, onKeyDown }: SearchFieldProps) {
  return (
    <TextField
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      autoComplete="off"
      icon={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
      value={value}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
