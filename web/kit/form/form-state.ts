import { createContext, useContext } from 'react'

/** What was typed, by the names of the fields. */
export type Values = Readonly<Record<string, string>>
export type Faults = Readonly<Record<string, string | undefined>>

type FormState = {
  readonly id: string
  readonly faults: Faults
  readonly initial: Values
}

export const FormContext = createContext<FormState | null>(null)

/** What a field of a form takes from it. */
export function useField(name: string) {
  const form = useContext(FormContext)
  if (!form) throw new Error(`The field ${name} stands outside of a form`)
  return {
    id: fieldIdOf(form.id, name),
    name,
    error: form.faults[name],
    defaultValue: form.initial[name],
  }
}

export function fieldIdOf(formId: string, name: string) {
  return `${formId}-${name}`
}

/** Files are left out: they are read where they are sent. */
export function valuesOf(form: HTMLFormElement): Values {
  const texts = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}
