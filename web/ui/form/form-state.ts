import { createContext, useContext } from 'react'

/** What was typed, by the names of the fields. */
export type FieldValues = Readonly<Record<string, string>>
export type FieldErrors = Readonly<Record<string, string | undefined>>

type FormState = {
  readonly id: string
  readonly errors: FieldErrors
  readonly initial: FieldValues
}

export const FormContext = createContext<FormState | null>(null)

/** What a field of a form takes from it. */
export function useField(name: string) {
  const form = useContext(FormContext)
  if (!form) throw new Error(`The field ${name} stands outside of a form`)
  return {
    id: toFieldId(form.id, name),
    name,
    error: form.errors[name],
    defaultValue: form.initial[name],
  }
}

export function toFieldId(formId: string, name: string) {
  return `${formId}-${name}`
}

/** Files are left out: they are read where they are sent. */
export function readValues(form: HTMLFormElement): FieldValues {
  const textEntries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(textEntries)
}
