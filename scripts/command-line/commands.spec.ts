import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#programs/run-command.ts'
import type { Command } from './command.ts'
import { developerCommands } from './developer-commands.ts'
import { describeStart, listOptions } from './help.ts'
import { operatorCommands } from './operator-commands.ts'
import { commands, parseCommand } from './parse-command.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>
}
/** Those of npm that run one of our files. */
const ownFiles = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /\bnode\b.* ((?:scripts|lint)\/[\w-]+\.ts)/.exec(line)?.[1]
  return file ? [{ name, file, flags: line.split(`${file} `)[1]?.split(' ') ?? [] }] : []
})
const left = Object.keys(scripts).filter((name) => !ownFiles.some((own) => own.name === name))

it('covers all npm scripts but the five that run other programs', () => {
  expect(left).toEqual(['types', 'lint', 'imports', 'fix', 'spec'])
  const checks = ['test', 'test:rest']
  const names = ownFiles.map(({ name }) => name).filter((name) => !checks.includes(name))
  const started = Object.entries<Command>(commands).filter(
    ([, { start }]) => !start?.startsWith('node'),
  )
  expect(started.map(([name]) => name).toSorted()).toEqual(names.toSorted())
})

/** Node itself refuses what would write a file, start a program or open a connection. */
const harmless = ['--permission', '--allow-fs-read=*', '--allow-addons', '--no-warnings']

async function run(file: string, args: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'commands-'))
  const env = { PATH: process.env.PATH, DATA_DIR: join(home, 'data'), HOME: home }
  const command = [...harmless, join(root, file), ...args]
  const result = await new Promise<{ code: number | null; stdout: string; stderr: string }>(
    (resolve) => {
      const child = execFile(process.execPath, command, { cwd: home, env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode, stdout, stderr }),
      )
      child.stdin?.end()
    },
  )
  const written = readdirSync(home)
  rmSync(home, { recursive: true })
  expect(written).toEqual([])
  return result
}

it.each([
  ...ownFiles,
  {
    name: 'build-known-passwords',
    file: 'scripts/build-known-passwords.ts',
    flags: [],
  },
])('$name shows its help and does nothing else', async ({ file, flags }) => {
  const shown = await run(file, [...flags, '--help'])
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toMatch(/^[A-Z].+\.\n\n {2}(npm|node) .+\n\n(.*\n)* {2}--help +shows this\n/)

  const misspelt = await run(file, [...flags, '--hlep'])
  expect(misspelt).toMatchObject({ code: 2, stdout: '' })
  expect(misspelt.stderr).toMatch(/^There is no option --hlep\. Did you mean --help\? n\w+ .+\n$/)
})

it.each([
  ['rotate-image-key', []],
  ['move-images', ['--remove-originals']],
  ['move-images', ['--overwrite']],
  ['admin', ['reset', 'asha@example.com']],
  ['admin', ['remove', 'asha@example.com']],
  ['admin', ['end-sessions', 'everyone']],
] as const)('%s %j needs --yes where nobody can answer a question', async (name, args) => {
  const { code, stderr } = await run(`scripts/${name}.ts`, args)
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('add --yes') })
})

it.each([
  ['demo', ['--frish'], 'Did you mean --fresh?'],
  ['bench', ['exam-day', 'cold-strat'], 'Did you mean cold-start?'],
  ['faults', ['power-cuts'], 'Did you mean power-cut?'],
  ['faults', [], '<what> is missing: npm run faults -- <what> [part…]'],
  ['restore', [], '<folder of a backup> is missing'],
  ['restore', ['a', 'b'], '"b" is one word too many'],
  ['backup', ['--with-identity-pictures=no'], 'does not take an argument'],
  ['doctor', ['--backups'], 'argument missing'],
  ['dev', ['now'], '"now" is one word too many'],
] as const)('%s %j is refused: %s', (name, args, message) => {
  expect(() => parseCommand(name, args)).toThrow(message)
})

it('reads options and words in any order, with defaults for the rest', () => {
  const { values, words } = parseCommand('faults', ['kill', '--long', '--runs', '9', 'x']) ?? {}
  expect({ values, words }).toEqual({
    values: { long: true, seed: '1', runs: '9' },
    words: ['kill', 'x'],
  })
  expect(parseCommand('e2e', ['chaos', '-g', 'a b', '--', '--ui'])).toMatchObject({
    values: { grep: 'a b', browser: 'chromium', long: false },
    words: ['chaos', '--ui'],
  })
  expect(parseCommand('backup', ['-h'])).toBeNull()
})

function formatTable(some: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(some).map(([name, command]) => {
    const options = listOptions(command).map(([typed, does]) => `\`${typed}\` ${does}`)
    const choices = Object.entries(command.choices ?? {}).map(
      ([word, does]) => `\`${word}\` ${does}`,
    )
    const cells = [
      `\`${describeStart(name, command)}\``,
      [command.does, ...choices, ...options].join('<br>'),
    ]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return ['| command | what it does |', '|---|---|', ...rows].join('\n')
}

it('docs/commands.md lists the commands as they are', async () => {
  const page = `# Commands

Made from scripts/command-line by \`npm run spec -- scripts/command-line -u\`, never by hand. Each shows
more with \`--help\`, as in \`npm run backup -- --help\`. What is not understood ends with exit code 2 before
anything is done. What cannot be undone asks on a terminal, and elsewhere wants \`--yes\`.

## For those who run an institute

${formatTable(operatorCommands)}

## For developers

${formatTable(developerCommands)}

\`npm test\` is \`check --with-journeys\`, and \`npm run test:rest\` is \`check --rest\`. \`types\`, \`lint\`,
\`imports\`, \`fix\` and \`spec\` call programs of others, with their own \`--help\`.
`
  const path = join(root, 'docs/commands.md')
  expect(existsSync(path)).toBe(true)
  await expect(page).toMatchFileSnapshot(path)
})
