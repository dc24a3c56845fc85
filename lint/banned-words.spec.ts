import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBannedFileName, findBannedNames, findBannedWords } from './banned-words.ts'
import { listSourceFiles } from './source-files.ts'

/** Names in the API and in stored data, which cannot change. */
const allowedNames = [
  { name: 'told', in: /^contract\/grading\.ts$/, because: 'a field of a reply' },
  { name: 'told', in: /^server\/results\/(answer-key-corrections\.spec|correct-answer-key)\.ts$/ },
  { name: 'told', in: /^web\/admin\/results\/item-analysis\/correct-answer-dialog\.tsx$/ },
  { name: 'trouble', in: /^contract\/email-log\.ts$/, because: 'a field of a reply' },
  { name: 'trouble', in: /^server\/email-log\/(routes|email-log\.spec)\.ts$/ },
  { name: 'trouble', in: /^web\/admin\/(exams\/server-notices|email-log\/email-log-screen)\.tsx$/ },
]

/** Migrations and decisions are history, and blog posts are ordinary English. */
const exempt =
  /^(server\/database\/migrations|docs\/decisions|web\/site\/blog\/posts)\/|^lint\/banned/
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

  it.each(allowedNames)('is allowed only where it is still used: $name in $in', (allowed) => {
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
