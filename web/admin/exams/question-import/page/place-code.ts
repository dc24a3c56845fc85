import { markCodeLines } from '#core/questions/formats/html-content.ts'
import { lossCauses } from '#core/questions/formats/loss-causes.ts'
import { maxQuestionTextLength } from '#core/questions/kind.ts'

/** The content of a `<pre>`, and how long the text before it was. */
export type CodeBlock = {
  readonly at: number
  readonly snippet: string
  /** Whether it stands right behind the number or bullet of a list. */
  readonly isListItem: boolean
}

type PlacedCode = {
  readonly text: string
  readonly code: string | null
  readonly losses: readonly string[]
}

/**
 * Code behind the words is the code of the question, as is code before them where there is no other.
 * Code between words stays there, a line between backticks each, if it has no backticks itself.
 */
export function placeCode(words: string, blocks: readonly CodeBlock[]): PlacedCode {
  const firstWord = words.length - words.trimStart().length
  const end = words.trimEnd().length
  const isStaying = blocks.map(({ at, isListItem }) => {
    const isBetweenWords = at < end && (at > firstWord || blocks.length > 1)
    return isListItem || isBetweenWords
  })
  const staying = blocks.filter((_, at) => isStaying[at])
  const others = blocks.filter((_, at) => !isStaying[at])
  const size = staying.reduce((sum, { snippet }) => sum + snippet.length, words.length)
  const canStay =
    size < maxQuestionTextLength && staying.every(({ snippet }) => !snippet.includes('`'))
  if (staying.length === 0 || !canStay)
    return {
      text: words.trim(),
      code: joinBlocks(blocks),
      losses: staying.length > 0 ? [lossCauses.codePlace] : [],
    }
  return { text: insertBlocks(words, staying).trim(), code: joinBlocks(others), losses: [] }
}

function joinBlocks(blocks: readonly CodeBlock[]): string | null {
  return blocks.length > 0 ? blocks.map(({ snippet }) => snippet).join('\n\n') : null
}

function insertBlocks(words: string, blocks: readonly CodeBlock[]): string {
  const parts: string[] = []
  let from = 0
  for (const { at, snippet, isListItem } of blocks) {
    const before = words.slice(from, at)
    const needsBreak = before === '' ? parts.length > 0 : !before.endsWith('\n') && !isListItem
    parts.push(before, needsBreak ? '\n' : '', markCodeLines(snippet), '\n')
    from = words[at] === '\n' ? at + 1 : at
  }
  return [...parts, words.slice(from)].join('')
}
