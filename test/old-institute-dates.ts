export type OldRowsInput = {
  readonly now: number
  readonly adminHash: string
  readonly studentHash: string
}

export const minute = 60_000
export const day = 24 * 60 * minute

export const toThreeDigits = (n: number) => String(n).padStart(3, '0')
