import type { ReactNode } from 'react'
import { maxImageDescriptionLength } from '#core/questions/kind.ts'
import { TextField } from '../../ui/form/text-field.tsx'

type DescriptionFieldProps = {
  readonly picture: {
    /** The address of what is shown; empty where there is no picture. */
    readonly preview: string | null | undefined
    readonly description: string
    readonly describe: (description: string) => void
  }
  /** "the picture", "picture B" */
  readonly of: string
  readonly hint?: ReactNode
  readonly readOnly: boolean
}

/** Beside a picture, what it shows in words. */
export function DescriptionField({ picture, of, hint, readOnly }: DescriptionFieldProps) {
  const { preview, description, describe } = picture
  if (!preview) return null
  if (readOnly) {
    // A screen reader has it from the picture.
    return (
      description && (
        <p dir="auto" aria-hidden="true">
          {description}
        </p>
      )
    )
  }
  return (
    <TextField
      label={
        <>
          Description<span className="visually-hidden"> of {of}</span>
        </>
      }
      optional
      hint={hint}
      autoComplete="off"
      dir="auto"
      maxLength={maxImageDescriptionLength}
      value={description}
      onChange={({ target }) => describe(target.value)}
    />
  )
}
