/** For so long the rest of a registration can wait: a test of today, not the week. */
export const postponementMs = 24 * 60 * 60_000

type DueRegistration = {
  /** From when on it comes first, in milliseconds; null once it is given. */
  readonly dueAt: number | null
  readonly isTakingTest: boolean
}

/** Whether the rest of the registration comes before everything else: never in the middle of a test. */
export function isRegistrationDue({ dueAt, isTakingTest }: DueRegistration, now: number): boolean {
  return dueAt !== null && dueAt <= now && !isTakingTest
}
