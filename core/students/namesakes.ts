import { buildSearchKey } from '../text.ts'

export type NamedPerson = { readonly id: string; readonly name: string }

/**
 * The ids of those whose name somebody else in the list has, too. Capitals, accents, spaces and how
 * letters are composed make no difference that one could call out in a room.
 */
export function findNamesakes(people: readonly NamedPerson[]): ReadonlySet<string> {
  const idsByName = new Map<string, Set<string>>()
  for (const { id, name } of people) {
    const key = buildSearchKey(name)
    idsByName.set(key, (idsByName.get(key) ?? new Set()).add(id))
  }
  const doubled = [...idsByName.values()].filter((ids) => ids.size > 1)
  return new Set(doubled.flatMap((ids) => [...ids]))
}

type Contact = { readonly rollNumber?: string | null | undefined; readonly email: string }

/** The roll number, else the address: it tells a student apart from a namesake. */
export function toIdentifier({ rollNumber, email }: Contact): string {
  return rollNumber || email
}

type IdentifiedPerson = {
  readonly name: string
  /** Only where somebody else has the name, too. */
  readonly identifier?: string | null | undefined
}

/** "Aadhya Iyer", or "Aadhya Iyer, 26-1017" where there is another one. */
export function toPersonLabel({ name, identifier }: IdentifiedPerson): string {
  return identifier ? `${name}, ${identifier}` : name
}

type IdentifiedStudent = {
  readonly studentName: string
  readonly studentIdentifier?: string | null | undefined
}

export function toStudentLabel({ studentName, studentIdentifier }: IdentifiedStudent): string {
  return toPersonLabel({ name: studentName, identifier: studentIdentifier })
}
