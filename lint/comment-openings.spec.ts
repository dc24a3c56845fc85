import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'

/** Openings that put a relative clause or an object before the subject. */
const opening =
  /^(?:Of|What|Whatever|Who|Whom|Whoever|Whose|Whichever|Where|Such|Told|Heard|Asked|Meanwhile|So that|(?:To|By|For|With|From) (?:whom|what|whose|which))\b/

/** Migrations are history. */
const exempt = /^server\/database\/migrations\//

const rooms =
  /^(?:core|contract|server|web|demo|scripts|programs|simulated-class|test|e2e|bench|faults|lint)\//

/** The comments of a file in words; lines that follow each other are one comment. */
function readComments(path: string, source: string): string[] {
  const comments: string[] = []
  let lastEnd = -1
  for (const { type, value, start, end } of parseSync(path, source).comments) {
    const words = value.replaceAll(/\s*\n\s*\*?\s*/g, ' ').replace(/^\*?\s*/, '')
    const isNextLine =
      type === 'Line' && lastEnd >= 0 && /^\n[ \t]*$/.test(source.slice(lastEnd, start))
    if (!isNextLine) comments.push(words)
    lastEnd = type === 'Line' ? end : -1
  }
  return comments
}

describe('a comment', () => {
  it('begins with its subject', () => {
    const violations = listSourceFiles()
      .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && rooms.test(path) && !exempt.test(path))
      .flatMap((path) =>
        readComments(path, readFileSync(join(import.meta.dirname, '..', path), 'utf8'))
          .filter((words) => opening.test(words))
          .map((words) => `${path}: ${words.slice(0, 60)}`),
      )
    expect(violations).toEqual([])
  })

  it('is joined from its lines before it is checked', () => {
    expect(readComments('a.ts', '// A line\n// of words.\n/** What is so. */\n')).toEqual([
      'A line',
      'What is so. ',
    ])
  })
})
