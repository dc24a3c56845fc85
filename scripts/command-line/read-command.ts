import { createPrompt } from '../rehearsal/prompt.ts'
import { formatHelp } from './help.ts'
import { type CommandLine, type CommandName, commands, parseCommand } from './parse-command.ts'

/**
 * Reads the arguments of the command that runs. `--help` is shown before anything else is done, and
 * arguments that are not understood end the program with 2.
 */
export function readCommand<Name extends CommandName>(name: Name): CommandLine<Name> {
  const commandLine = parse(name)
  if (commandLine) return commandLine
  console.log(formatHelp(name, commands[name]))
  process.exit(0)
}

function parse<Name extends CommandName>(name: Name): CommandLine<Name> | null {
  try {
    return parseCommand(name, process.argv.slice(2))
  } catch (error) {
    return endAsNotUnderstood(error instanceof Error ? error.message : String(error))
  }
}

/** Asks before what cannot be undone, on a terminal; elsewhere it wants `--yes`. */
export async function confirm(isConfirmed: boolean, what: string): Promise<void> {
  if (isConfirmed) return
  if (!process.stdin.isTTY) endAsNotUnderstood(`${what} To do it without being asked, add --yes.`)
  const prompt = createPrompt()
  const answer = await prompt.ask(`${what} Type yes to go on: `).finally(prompt.close)
  if (answer.trim().toLowerCase() === 'yes') return
  console.error('Nothing was done.')
  process.exit(1)
}

function endAsNotUnderstood(message: string): never {
  console.error(message)
  process.exit(2)
}
