import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'

const files = globSync('docs/decisions/[0-9]*.md').toSorted()
const index = readFileSync('docs/decisions/README.md', 'utf8')

const decisions = files.map((path) => {
  const text = readFileSync(path, 'utf8')
  const [, number = '', title = ''] = text.match(/^# (\d{4}) (.+)/) ?? []
  const included = [...text.matchAll(/^## (\d{4}) (.+)$/gm)].map(([, part = '', name = '']) => ({
    number: part,
    title: name,
  }))
  return { path, name: basename(path), number, title, status: readStatus(text), included }
})
const numbers = decisions.flatMap((each) => [
  each.number,
  ...each.included.map((part) => part.number),
])

describe('the decisions', () => {
  it.each(decisions)('$name is listed by its title in docs/decisions/README.md', (decision) => {
    const lines = index.split('\n').filter((line) => line.startsWith(`- [${decision.number}]`))
    expect(lines).toEqual([`- [${decision.number}](${decision.name}) ${decision.title}`])
  })

  it.each(decisions)('$name has the number in its heading, and a status line', (decision) => {
    expect(decision.name.slice(0, 4)).toBe(decision.number)
    expect(decision.status).toMatch(/^\d{4}-\d\d-\d\d, accepted/)
  })

  it('have each number once', () => {
    expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted())
  })

  it('name only decisions that exist in their status lines', () => {
    const unknown = decisions.flatMap(({ name, status }) =>
      (status.match(/(?<!-)\b0\d{3}\b(?!-)/g) ?? [])
        .filter((number) => !numbers.includes(number))
        .map((number) => `${name}: ${number}`),
    )
    expect(unknown).toEqual([])
  })

  it('have a row in the index if they are part of another one', () => {
    const rows = decisions.flatMap(({ name, number, included }) =>
      included.map((part) => `| ${part.number} | [${number}](${name}) | ${part.title} |`),
    )
    expect(index.split('\n').filter((line) => /^\| \d{4} /.test(line))).toEqual(rows.toSorted())
  })
})

/** The lines between the heading and the first section. */
function readStatus(text: string): string {
  return text.split('\n\n')[1] ?? ''
}
