import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'

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
function findBannedNames(path: string, source: string): string[] {
  // Most files have none of them, and parsing takes longer than searching.
  if (!anyName.test(source)) return []
  const found = new Set<string>()
  collectIdentifiers(parseSync(path, source).program, found)
  return [...found].filter((name) => nameSet.has(name))
}

/** The banned words of a text, also where they are part of a name: `openHouse`, `dice_throw`. */
function findBannedWords(text: string): string[] {
  if (!anyWord.test(text)) return []
  const found = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  return [...new Set(found.map((part) => part.toLowerCase()))].filter((part) =>
    words.includes(part),
  )
}

/** The same for the name of a file: `front-door.module.css` is `frontDoor`. */
function findBannedFileName(path: string): string | undefined {
  const [base = ''] = path.slice(path.lastIndexOf('/') + 1).split('.')
  const name = base.replace(/-(\w)/g, (_, first: string) => first.toUpperCase())
  return nameSet.has(name) ? name : findBannedWords(path)[0]
}

function collectIdentifiers(node: unknown, found: Set<string>) {
  if (typeof node !== 'object' || node === null) return
  if ('name' in node && typeof node.name === 'string') found.add(node.name)
  for (const child of Object.values(node)) collectIdentifiers(child, found)
}

/** Names in the API, in stored data and of a command, which cannot change. */
const allowedNames = [
  {
    name: 'faults',
    in: /^scripts\/command-line\/developer-commands\.ts$/,
    because: 'npm run faults',
  },
  { name: 'told', in: /^contract\/grading\.ts$/, because: 'a field of a reply' },
  { name: 'told', in: /^server\/results\/(answer-key-corrections\.spec|correct-answer-key)\.ts$/ },
  { name: 'told', in: /^server\/results\/notified-scores\.spec\.ts$/ },
  { name: 'told', in: /^web\/admin\/results\/item-analysis\/correct-answer-dialog\.tsx$/ },
  { name: 'trouble', in: /^contract\/email-log\.ts$/, because: 'a field of a reply' },
  { name: 'trouble', in: /^server\/email-log\/(routes|email-log\.spec)\.ts$/ },
  { name: 'trouble', in: /^web\/admin\/(exams\/server-notices|email-log\/email-log-screen)\.tsx$/ },
]

/** Migrations and decisions are history, and blog posts are ordinary English. */
const exempt =
  /^(server\/database\/migrations|docs\/decisions|sample-institute\/posts)\/|^lint\/banned/
const files = listSourceFiles().filter((path) => !exempt.test(path))

describe('a coined word', () => {
  it('names nothing in the code', () => {
    const violations = files
      .filter((path) => /\.(tsx?|mjs)$/.test(path))
      .flatMap((path) => findBannedNames(path, read(path)).map((name) => ({ path, name })))
    expect(violations.filter((each) => !isAllowed(each))).toEqual([])
  })

  it('names no file', () => {
    // It runs the checks of the folder of that name.
    const others = files.filter((path) => path !== 'scripts/faults.ts')
    expect(others.filter((path) => findBannedFileName(path))).toEqual([])
  })

  it('occurs in no comment, title or document', () => {
    const texts = files.filter((path) => /\.(tsx?|mjs|css|md|json)$/.test(path))
    const violations = texts.flatMap((path) =>
      findBannedWords(read(path)).map((word) => `${path}: ${word}`),
    )
    expect(violations).toEqual([])
  })

  it.each(allowedNames)('has an exception only where it is still used: $name in $in', (allowed) => {
    const users = files.filter((path) => allowed.in.test(path))
    expect(users.some((path) => findBannedNames(path, read(path)).includes(allowed.name))).toBe(
      true,
    )
  })
})

describe('the search for names', () => {
  it.each([
    { source: 'const told = 1', found: ['told'] },
    { source: 'type Given = { a: 1 }', found: ['Given'] },
    { source: 'export function faultsOf(overtaken: string) {}', found: ['faultsOf', 'overtaken'] },
    { source: 'a.told', found: ['told'] },
    { source: 'const { told: counted } = reply', found: ['told'] },
    { source: 'const view = <Slab told={1} />', found: ['Slab', 'told'] },
    { source: 'class A { #told = 1 }', found: ['told'] },
    { source: '// told\nconst toldScore = "told" + `told`', found: [] },
    { source: 'const view = <p>You are told so.</p>', found: [] },
  ])('finds $found in $source', ({ source, found }) => {
    expect(findBannedNames('a.tsx', source)).toEqual(found)
  })
})

describe('the search for words', () => {
  it.each([
    { text: '/** Opens a house. */', found: ['house'] },
    { text: 'Two Pupils threw DICE.', found: ['pupils', 'dice'] },
    { text: 'const openHouse = deed_of', found: ['house', 'deed'] },
    { text: 'It is stored indeed, in a warehouse.', found: [] },
  ])('finds $found in $text', ({ text, found }) => {
    expect(findBannedWords(text)).toEqual(found)
  })

  it.each([
    { path: 'server/house-mail.ts', found: 'house' },
    { path: 'web/ui/front-door.module.css', found: 'frontDoor' },
    { path: 'server/exams/wire.ts', found: 'wire' },
    { path: 'web/layout/auth-layout.tsx', found: undefined },
  ])('finds $found in the path $path', ({ path, found }) => {
    expect(findBannedFileName(path)).toBe(found)
  })
})

function isAllowed({ path, name }: { path: string; name: string }): boolean {
  return allowedNames.some((allowed) => allowed.name === name && allowed.in.test(path))
}

function read(path: string): string {
  return readFileSync(join(import.meta.dirname, '..', path), 'utf8')
}
