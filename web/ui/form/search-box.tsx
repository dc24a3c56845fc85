import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { TextField } from './text-field.tsx'

type SearchBoxProps = {
  readonly label: string
  /** The search in the URL; the box follows when it changes elsewhere. */
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** Filters 200 ms after the last key, and keeps the focus. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastSearch = useRef(value)
  // Applied to the latest URL, to keep other changes made within these 200 ms.
  const onSearchRef = useRef(onSearch)
  onSearchRef.current = onSearch

  useEffect(() => {
    if (value !== lastSearch.current) setText(value)
    lastSearch.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const handleChange = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      lastSearch.current = typed.trim()
      onSearchRef.current(typed.trim())
    }, 200)
  }
  return (
    <TextField
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      autoComplete="off"
      icon={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
      value={text}
      onChange={(event) => handleChange(event.target.value)}
    />
  )
}
