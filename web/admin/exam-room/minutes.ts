import type { FieldErrors, FieldValues } from '../../ui/form/form-state.ts'

const mostMinutes = 24 * 60

/** As the contract has it, said before anything is sent. */
export function minutesFault(typed: string | undefined, isNeeded: boolean): string | undefined {
  const text = typed?.trim() ?? ''
  if (text === '') return isNeeded ? 'Enter the minutes' : undefined
  if (!/^\d{1,9}$/.test(text)) return 'Enter whole minutes'
  const minutes = Number(text)
  if (minutes < 1) return 'Enter 1 minute or more'
  return minutes > mostMinutes ? 'Enter 24 hours or less' : undefined
}

export function checkMinutes(isNeeded: boolean) {
  return ({ minutes }: FieldValues): FieldErrors => {
    const fault = minutesFault(minutes, isNeeded)
    return fault ? { minutes: fault } : {}
  }
}
