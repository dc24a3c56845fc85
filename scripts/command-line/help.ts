import type { Command } from './command.ts'

/** How a command is typed, without its options. */
export function describeStart(name: string, { start, words = [] }: Command): string {
  return [start ?? `npm run ${name}`, ...(!start && words.length > 0 ? ['--'] : []), ...words].join(
    ' ',
  )
}

export function formatHelp(name: string, command: Command): string {
  const { does, choices = {}, more } = command
  const choiceRows = Object.entries(choices).map(([choice, text]) => [choice, text] as const)
  const blocks = [
    does,
    `  ${describeStart(name, command)}`,
    formatRows(choiceRows),
    formatRows([...listOptions(command), ['--help', 'shows this'] as const]),
    more ?? '',
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

/** Each option as it is typed, with what it does. */
export function listOptions({ options = {} }: Command): readonly (readonly [string, string])[] {
  return Object.entries(options).map(([option, { value, does, default: usual }]) => {
    const typed = value ? `--${option} ${value}` : `--${option}`
    return [typed, usual === undefined ? does : `${does}; ${usual} if left out`] as const
  })
}

function formatRows(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`).join('\n')
}
