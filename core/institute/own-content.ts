/** A day at the institute, like "2026-11-28": such texts are in the order of their days. */
type Day = string

type Starting = { readonly starts: Day }

/** On its first day one can still come. */
export function isComing({ starts }: Starting, today: Day): boolean {
  return starts >= today
}

/** Those that can still be joined, the next one first. */
export function listComing<Batch extends Starting>(
  batches: readonly Batch[],
  today: Day,
): readonly Batch[] {
  return batches
    .filter((batch) => isComing(batch, today))
    .toSorted((a, b) => (a.starts < b.starts ? -1 : Number(a.starts > b.starts)))
}

type FeePlan = {
  readonly amount: number
  readonly instalments: readonly { readonly amount: number }[]
}

/** In all; null where the fee is paid at once. */
export function sumInstalments({ instalments }: FeePlan): number | null {
  if (instalments.length === 0) return null
  return instalments.reduce((sum, { amount }) => sum + amount, 0)
}

/** Paying in parts may cost more than paying at once, never less. */
export function areInstalmentsEnough(plan: FeePlan): boolean {
  const sum = sumInstalments(plan)
  return sum === null || sum >= plan.amount
}

type Consent = {
  readonly givenOn: Day
  readonly withdrawnOn?: Day | undefined
}

/** A student's work is shown from the day on which the student agreed until the day of a withdrawal. */
export function isConsentGiven({ givenOn, withdrawnOn }: Consent, today: Day): boolean {
  return givenOn <= today && (withdrawnOn === undefined || today < withdrawnOn)
}
