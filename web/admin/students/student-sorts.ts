import type { nameSorts } from '#contract/schemas.ts'

export type StudentSort = (typeof nameSorts)[number]

export const sortOptions = [
  { value: 'name-asc', name: 'Name A-Z' },
  { value: 'name-desc', name: 'Name Z-A' },
  { value: 'oldest', name: 'Oldest' },
  { value: 'newest', name: 'Newest' },
] as const satisfies readonly { value: StudentSort; name: string }[]

/** What the address says, unless somebody typed something else there. */
export function parseSort(word: string, fallback: StudentSort): StudentSort {
  return sortOptions.find(({ value }) => value === word)?.value ?? fallback
}
