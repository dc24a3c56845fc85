import type { Key } from '#contract/marking.ts'
import { letterOf } from '#core/exam.ts'

/** As an index, null for everyone, undefined for what is printed. */
export function keyFrom(word: Key): number | null | undefined {
  if (word === 'printed') return undefined
  return word === 'everyone' ? null : 'ABCD'.indexOf(word)
}

export function keyWord(key: number | null): Key {
  return key === null ? 'everyone' : (letterOf(key) as Key)
}
