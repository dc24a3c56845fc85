import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'

const cuts = String.raw`\s*\??\.\s*(?:split|slice|substring|substr|at|match|matchAll|replace|replaceAll|search|indexOf|includes|startsWith|endsWith|localeCompare)\(`
const comparisons = String.raw`\s*(?:[=!]==|[<>]=?)\s`

/** Each would take for granted how some locale writes a date, which differs between browsers. */
const assumptions = [
  {
    what: 'a date format that contract/date-parts.ts does not make',
    uses: /\bDateTimeFormat\(|\.toLocale(?:Date|Time)String\(|\bDate(?:\.now)?\([^()]*\)\s*\.toLocaleString\(/,
    allowedIn: ['contract/date-parts.ts'],
  },
  {
    what: 'a number format outside contract/format.ts, where it can be read back',
    uses: /\.toLocaleString\(/,
    allowedIn: [],
    rooms: /^(?:core|contract|server|web)\//,
  },
  {
    what: 'a date for people, cut, matched, compared or read',
    uses: new RegExp(
      [
        // formatDate(…).slice(…), with calls and parentheses inside it
        `${formatterNames()}${callArguments()}(?:${cuts}|${comparisons})`,
        String.raw`(?:Date\.parse|new Date|Number|parseDate|JSON\.parse)\(\s*${formatterNames()}\(`,
        String.raw`\.exec\(\s*${formatterNames()}\(`,
      ].join('|'),
    ),
    allowedIn: [],
  },
  {
    what: 'an offset that was cut from a name of a time zone, or 12 hours by `hour12`',
    uses: /timeZoneName:\s*'(?:long|short)Offset'|\bhour12\b/,
    allowedIn: [],
  },
] as const

/** Those that write for people; the ones of contract/institute-clock.ts have a form of their own. */
function formatterNames(): string {
  return String.raw`\bformat(?:Instant|Day|Date|DateTime|Time|TimeWithSeconds|TimeZone|Moment|At|TimeNear|Period|ClockTime)`
}

function callArguments(): string {
  return String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`
}

/** The same of a text that has a name: `const day = formatDate(iso)`, then `day.slice(0, 2)`. */
function findNamedText(code: string): string | undefined {
  const named = code.matchAll(new RegExp(`\\b(?:const|let) (\\w+) = ${formatterNames()}\\(`, 'g'))
  return named
    .map(([, name = '']) => name)
    .find((name) => new RegExp(`\\b${name}(?:${cuts}|${comparisons})`).test(code))
}

const sources = listSourceFiles().filter(
  (path) => /\.tsx?$/.test(path) && !/^lint\//.test(path) && !/\.spec\.tsx?$/.test(path),
)
/** Stands in for the output of an older engine. */
const stub = 'test/older-locale-data.ts'

describe('a formatted date', () => {
  it.each(assumptions)('no file has $what', ({ uses, allowedIn, ...rule }) => {
    const rooms = 'rooms' in rule ? rule.rooms : /./
    const users = sources.filter(
      (path) => rooms.test(path) && path !== stub && uses.test(readCode(path)),
    )
    expect(users).toEqual(allowedIn)
  })

  it('no file cuts or compares one by its name', () => {
    expect(sources.filter((path) => findNamedText(readCode(path)))).toEqual([])
    expect(findNamedText('const day = formatDate(iso)\nreturn day === today')).toBe('day')
    expect(findNamedText('const day = formatDate(iso)\nreturn [day]')).toBeUndefined()
  })

  it.each([
    "new Intl.DateTimeFormat('en-CA')",
    'new Date(at).toLocaleDateString()',
    "new Date().toLocaleString('en-CA')",
    'fees.toLocaleString(site.locale)',
    "formatDate(iso).split(' ')",
    'formatTime(Date.parse(row.at)).slice(0, 5)',
    "formatInstant(max(first(a), b))\n  .replace(/, .*/, '')",
    'formatDate(a) === formatDate(b)',
    'Date.parse(formatDateTime(at))',
    "timeZoneName: 'longOffset'",
    'hour12: true',
  ])('the search finds %s', (code) => {
    expect(assumptions.some(({ uses }) => uses.test(code))).toBe(true)
  })

  it.each([
    'Date.parse(formatInstituteInstant(at))',
    'formatInstituteDay(one) === formatInstituteDay(other)',
    '<p>{formatDate(iso)}</p>',
    'new Date(at).toISOString().slice(0, 10)',
  ])('the search passes %s', (code) => {
    expect(assumptions.some(({ uses }) => uses.test(code))).toBe(false)
  })
})

function readCode(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
}
