export const maxSeats = 10_000

/** Days are dates at the institute, like 2026-11-21. */
type BatchDays = { readonly startDay: string; readonly endDay: string }

/** By the day at the institute; the last day still belongs to it. */
export function getBatchState(
  { startDay, endDay }: BatchDays,
  today: string,
): 'coming' | 'running' | 'over' {
  if (today < startDay) return 'coming'
  return today <= endDay ? 'running' : 'over'
}

/** Errors in the batch's days, by field; null if there are none. */
export function findBatchErrors({
  startDay,
  endDay,
}: BatchDays): Readonly<Record<string, string>> | null {
  return endDay < startDay ? { endDate: 'Choose a last day after the first one' } : null
}

/** How many students there are more than seats; 0 where nobody counts them. */
export function countOverSeats(students: number, seats: number | null): number {
  return seats === null ? 0 : Math.max(0, students - seats)
}
