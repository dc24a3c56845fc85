import type { ImportEntry } from './import-entry.ts'
import type { FileError } from './portable-question.ts'

/** A feature that a test cannot keep, once per cause. */
export type Loss = {
  readonly cause: string
  /** Counted from 1, in the order of the file. */
  readonly questionNumbers: readonly number[]
}

/** The most frequent cause first. */
export function summarizeLosses(entries: readonly ImportEntry[]): Loss[] {
  const byCause = new Map<string, number[]>()
  for (const [index, { losses }] of entries.entries())
    for (const cause of losses) {
      const numbers = byCause.get(cause) ?? []
      numbers.push(index + 1)
      byCause.set(cause, numbers)
    }
  return [...byCause]
    .map(([cause, questionNumbers]) => ({ cause, questionNumbers }))
    .sort((one, other) => other.questionNumbers.length - one.questionNumbers.length)
}

/** Faults of a file that say the same, with the lines that they are in. */
export type GroupedError = { readonly message: string; readonly lines: readonly number[] }

export function groupErrors(errors: readonly FileError[]): GroupedError[] {
  const byMessage = new Map<string, number[]>()
  for (const { line, message } of errors) {
    const lines = byMessage.get(message) ?? []
    if (line !== null) lines.push(line)
    byMessage.set(message, lines)
  }
  return [...byMessage].map(([message, lines]) => ({ message, lines }))
}

const maxListed = 30

/** "1, 2, 3 and 40 more" */
export function listNumbers(numbers: readonly number[]): string {
  const listed = numbers.slice(0, maxListed).join(', ')
  return numbers.length > maxListed ? `${listed} and ${numbers.length - maxListed} more` : listed
}
