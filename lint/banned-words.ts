import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/**
 * Names that were coined here and have since got a standard name: whole identifiers, one per line.
 */
const bannedNames = readFileSync(new URL('./banned-words.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)

/** Coined words that may occur nowhere: not in part of a name, a comment, a title or a document. */
const bannedWords = ['house', 'pupil', 'dice', 'diary', 'deed', 'sitting']

const anyName = new RegExp(`(?<![\\w$])(?:${bannedNames.join('|')})(?![\\w$])`)
const anyWord = new RegExp(`(?:${bannedWords.join('|')})`, 'i')
const nameSet = new Set(bannedNames)
const words = bannedWords.flatMap((word) => [word, `${word}s`])

/** The banned names among the identifiers of a program; comments and strings may say them. */
export function findBannedNames(path: string, source: string): string[] {
  // Most files have none of them, and parsing takes longer than searching.
  if (!anyName.test(source)) return []
  const found = new Set<string>()
  collectIdentifiers(parseSync(path, source).program, found)
  return [...found].filter((name) => nameSet.has(name))
}

/** The banned words of a text, also where they are part of a name: `openHouse`, `dice_throw`. */
export function findBannedWords(text: string): string[] {
  if (!anyWord.test(text)) return []
  const found = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  return [...new Set(found.map((part) => part.toLowerCase()))].filter((part) =>
    words.includes(part),
  )
}

/** The same for the name of a file: `front-door.module.css` is `frontDoor`. */
export function findBannedFileName(path: string): string | undefined {
  const [base = ''] = path.slice(path.lastIndexOf('/') + 1).split('.')
  const name = base.replace(/-(\w)/g, (_, first: string) => first.toUpperCase())
  return nameSet.has(name) ? name : findBannedWords(path)[0]
}

function collectIdentifiers(node: unknown, found: Set<string>) {
  if (typeof node !== 'object' || node === null) return
  if ('name' in node && typeof node.name === 'string') found.add(node.name)
  for (const child of Object.values(node)) collectIdentifiers(child, found)
}
