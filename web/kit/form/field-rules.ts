import type { FieldRule } from '../../wire.ts'
import type { Faults, Values } from './form-state.ts'

/** Holds what was typed against what the contract says of each field. */
export function faultsByContract(
  values: Values,
  rules: Readonly<Record<string, FieldRule>>,
): Faults {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, faultOf(value.trim(), rules[name])]),
  )
}

function faultOf(value: string, rule: FieldRule | undefined): string | undefined {
  if (!rule) return undefined
  if (value === '') return rule.emptySays
  if (rule.maxLength && value.length > rule.maxLength) {
    return `Use ${rule.maxLength} characters or fewer`
  }
  const fits = !rule.pattern || new RegExp(rule.pattern, 'u').test(value)
  return fits ? undefined : rule.patternSays
}
