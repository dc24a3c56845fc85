import { parseArgs } from 'node:util'
import type { Command, Option } from './command.ts'
import { developerCommands } from './developer-commands.ts'
import { describeStart } from './help.ts'
import { findNearest } from './nearest.ts'
import { operatorCommands } from './operator-commands.ts'

export const commands = { ...operatorCommands, ...developerCommands }
export type CommandName = keyof typeof commands

type OptionsOf<Name extends CommandName> = (typeof commands)[Name] extends {
  readonly options: infer Options
}
  ? Options
  : Record<never, never>
type Values<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends { readonly type: 'boolean' }
    ? boolean
    : Options[Name] extends { readonly default: string }
      ? string
      : string | undefined
}
export type CommandLine<Name extends CommandName> = {
  readonly values: Values<OptionsOf<Name>>
  readonly words: readonly string[]
}

const help = { type: 'boolean', short: 'h', does: 'shows this' } as const satisfies Option

/**
 * Parses the arguments of a command; null where they ask for help.
 * @throws with a sentence that says what to correct
 */
export function parseCommand<Name extends CommandName>(
  name: Name,
  args: readonly string[],
): CommandLine<Name> | null {
  const command: Command = commands[name]
  const options: Readonly<Record<string, Option>> = { help, ...command.options }
  const parsed = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  if (parsed.values.help === true) return null
  for (const token of parsed.tokens) {
    if (token.kind === 'option' && !(token.name in options)) {
      throw refuse(command, name, {
        kind: 'option',
        typed: token.rawName,
        known: Object.keys(options).map((one) => `--${one}`),
      })
    }
  }
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  checkWords(command, name, positionals)
  const flags = Object.entries(command.options ?? {}).filter(([, { type }]) => type === 'boolean')
  const unset = Object.fromEntries(flags.map(([flag]) => [flag, false]))
  return { values: { ...unset, ...values } as never, words: positionals }
}

function checkWords(command: Command, name: string, typed: readonly string[]) {
  const { words = [], choices } = command
  const chosen = words[0]?.includes('…') ? typed : typed.slice(0, 1)
  const unknown = choices && chosen.find((word) => !(word in choices))
  if (choices && unknown !== undefined) {
    throw refuse(command, name, { kind: 'word', typed: unknown, known: Object.keys(choices) })
  }
  const missing = words.slice(typed.length).find((word) => word.startsWith('<'))
  if (missing) throw new Error(`${missing} is missing: ${describeStart(name, command)}`)
  const isOpen = words.at(-1)?.includes('…')
  if (typed.length > words.length && !isOpen) {
    throw new Error(
      `"${typed[words.length]}" is one word too many: ${describeStart(name, command)}`,
    )
  }
}

type Unknown = { readonly kind: string; readonly typed: string; readonly known: readonly string[] }

function refuse(command: Command, name: string, { kind, typed, known }: Unknown): Error {
  const nearest = findNearest(typed, known)
  return new Error(
    `There is no ${kind} ${typed}. Did you mean ${nearest}? ${describeStart(name, command)}`,
  )
}
