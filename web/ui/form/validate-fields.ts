import type { FieldRule } from '../../client/endpoint.ts'
import type { FieldErrors, FieldValues } from './form-state.ts'

/** Holds what was typed against what the contract says of each field. */
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
