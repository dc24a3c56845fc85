import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { readConfig, settingNames } from '#server/config.ts'

const example = readFileSync('.env.example', 'utf8')
const manual = readFileSync('docs/running.md', 'utf8')
const withExamples = example.replace(/^#(?=[A-Z_]+=)/gm, '')

it('.env.example names every setting once', () => {
  const names = withExamples.match(/^[A-Z_]+(?==)/gm)
  expect(names?.toSorted()).toEqual(settingNames.toSorted())
})

it('.env.example shows the actual defaults', () => {
  expect(readConfig(parseEnv(example))).toEqual(readConfig({}))
})

it('.env.example reads the same in a shell, where an & ends an unquoted value', () => {
  const script = 'set -a; eval "$1"; env -0'
  const printed = execFileSync('sh', ['-c', script, 'sh', withExamples], { encoding: 'utf8' })
  const read = printed.split('\0').map((line) => line.split(/=(.*)/s).slice(0, 2))
  expect(Object.fromEntries(read)).toMatchObject(parseEnv(withExamples))
  expect(withExamples).not.toMatch(/=[^'\n]*:\/\//)
})

it('.env.example has examples that the server accepts', () => {
  expect(() => readConfig(parseEnv(withExamples))).not.toThrow()
})

it.each(settingNames)('docs/running.md explains %s', (name) => {
  expect(manual).toMatch(new RegExp(`^\\| .*\`${name}\``, 'm'))
})

/** Names with an underscore that other programs know. */
const ofOthers = [
  'CREDENTIALS_DIRECTORY',
  'NODE_ENV',
  'MALLOC_ARENA_MAX',
  'AF_INET',
  'AF_UNIX',
  'AF_NETLINK',
  // Only for our unit, whose sandbox hides the file.
  'BOOT_ID',
  // Apache and ModSecurity's rules have these.
  ...['REMOTE_ADDR', 'REQUEST_URI', 'REQUEST_URI_RAW', 'QUERY_STRING', 'ARGS_NAMES', 'OWASP_CRS'],
]

it.each(['docs/running.md', ...globSync('deploy/*')])(
  '%s names only settings that exist',
  (file) => {
    const words = readFileSync(file, 'utf8').match(/(?<![A-Z_$])[A-Z]+(_[A-Z]+)+\b/g) ?? []
    const known = [...settingNames, ...ofOthers]
    expect(words.filter((word) => !known.includes(word))).toEqual([])
  },
)
