import { IconFileUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { FieldFrame, toLabelId } from '../ui/form/field-frame.tsx'
import { formatMegabytes } from '../ui/form/image-file.ts'
import css from './file-drop-zone.module.css'
import { maxFileBytes } from './source.ts'

type FileDropZoneProps = {
  readonly label: string
  /** As words for people: "CSV or Excel (XLSX)". */
  readonly kinds: string
  /** The endings of their names, as the input takes them. */
  readonly accept: string
  readonly name: string | undefined
  readonly error: string
  readonly onPick: (file: File | null) => void
}

/** A real file input over the zone: it takes a click, a key and a drop by itself. */
export function FileDropZone(props: FileDropZoneProps) {
  const { label, kinds, accept, name, error, onPick } = props
  const input = useRef<HTMLInputElement>(null)
  const handleRemove = () => {
    onPick(null)
    input.current?.focus()
  }
  return (
    <FieldFrame label={label} error={error || undefined}>
      {(bindings) => (
        <div className={css.zone} data-invalid={bindings['aria-invalid']}>
          <input
            {...bindings}
            aria-labelledby={toLabelId(bindings.id)}
            ref={input}
            type="file"
            accept={accept}
            onChange={({ target }) => {
              onPick(target.files?.[0] ?? null)
              // Clearing it lets the same file be picked once more.
              target.value = ''
            }}
          />
          <span className={css.ring} />
          <IconFileUpload size={24} stroke={1.75} aria-hidden="true" />
          <div>
            {name ? <b>{name}</b> : <u>Choose a file</u>}
            {name ? ' ' : ' or drop it here'}
            {name && (
              <button type="button" onClick={handleRemove}>
                Remove<span className="visually-hidden"> this file</span>
              </button>
            )}
            <small>
              {kinds}, up to {formatMegabytes(maxFileBytes)}
            </small>
          </div>
        </div>
      )}
    </FieldFrame>
  )
}
