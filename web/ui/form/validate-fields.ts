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

function validateField(value: string, rule: FieldRule | undefined): string | undefined {
  if (!rule) return undefined
  if (value === '') return rule.emptyMessage
  if (rule.maxLength && value.length > rule.maxLength) {
    return `Use ${rule.maxLength} characters or fewer`
  }
  const isMatch = !rule.pattern || new RegExp(rule.pattern, 'u').test(value)
  return isMatch ? undefined : rule.patternMessage
}
