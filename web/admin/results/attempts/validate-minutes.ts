import type { FieldErrors, FieldValues } from '../../../ui/form/form-state.ts'

const maxMinutes = 24 * 60

/** The rule of the contract, checked before anything is sent. */
export function validateMinutes(
  typed: string | undefined,
  isRequired: boolean,
): string | undefined {
  const text = typed?.trim() ?? ''
  if (text === '') return isRequired ? 'Enter the minutes' : undefined
  if (!/^\d{1,9}$/.test(text)) return 'Enter whole minutes'
  const minutes = Number(text)
  if (minutes < 1) return 'Enter 1 minute or more'
  return minutes > maxMinutes ? 'Enter 24 hours or less' : undefined
}

export function createMinutesCheck(isRequired: boolean) {
  return ({ minutes }: FieldValues): FieldErrors => {
    const error = validateMinutes(minutes, isRequired)
    return error ? { minutes: error } : {}
  }
}
