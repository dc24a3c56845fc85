import { createContext, useContext } from 'react'
import { normalizeDate } from '#core/students/calendar-date.ts'
import type { FieldRule } from '../../client/client-endpoint.ts'

/** The typed values, by field name. */
export type FieldValues = Readonly<Record<string, string>>
export type FieldErrors = Readonly<Record<string, string | undefined>>

type FormState = {
  readonly id: string
  readonly errors: FieldErrors
  readonly initial: FieldValues
  /** True for a field that may not be left empty. */
  readonly isRequired?: (name: string) => boolean
}

export const FormContext = createContext<FormState | null>(null)

/** A field's state in its form. */
export function useField(name: string) {
  const form = useContext(FormContext)
  if (!form) throw new Error(`The field ${name} stands outside of a form`)
  return {
    id: toFieldId(form.id, name),
    name,
    error: form.errors[name],
    defaultValue: form.initial[name],
    required: form.isRequired?.(name),
  }
}

export function toFieldId(formId: string, name: string) {
  return `${formId}-${name}`
}

/** Without files, which are read when they are sent. Days are read as the import reads them. */
export function readValues(form: HTMLFormElement): FieldValues {
  const dayInputs = form.querySelectorAll<HTMLInputElement>('input[data-day]')
  const days = new Set([...dayInputs].map(({ name }) => name))
  const textEntries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(
    textEntries.map(([name, text]) => [name, days.has(name) ? normalizeDate(text) : text]),
  )
}

/** Checks what was typed against the contract's rule for each field. */
export function validateFields(
  values: FieldValues,
  rules: Readonly<Record<string, FieldRule>>,
): FieldErrors {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, validateField(value.trim(), rules[name])]),
  )
}

export function validateField(value: string, rule: FieldRule | undefined): string | undefined {
  if (!rule) return undefined
  if (value === '') return rule.emptyMessage
  if (rule.maxLength && value.length > rule.maxLength) {
    return `Use ${rule.maxLength} characters or fewer`
  }
  if (rule.numberMessage) return validateNumber(Number(value), rule)
  const isMatch = !rule.pattern || new RegExp(rule.pattern, 'u').test(value)
  return isMatch ? undefined : rule.patternMessage
}

function validateNumber(number: number, rule: FieldRule): string | undefined {
  const { numberMessage, minimum = number, maximum = number } = rule
  if (Number.isNaN(number)) return numberMessage
  if (number < minimum) return rule.minimumMessage ?? numberMessage
  return number > maximum ? (rule.maximumMessage ?? numberMessage) : undefined
}

/** As if by hand, so that the form and React hear of it. */
export function setInputValue(input: HTMLInputElement, text: string) {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  value?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
