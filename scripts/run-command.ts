import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The folder of the project, in which every command runs, wherever it was started. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs a program from node_modules/.bin or PATH with our output, and resolves with its exit code.
 */
export async function runCommand(
  command: string,
  args: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: extendEnvironment(environment),
  })
  const [code] = await once(child, 'close')
  return code ?? 1
}

/**
 * Puts ours first on PATH, so that a command started without npm finds the pinned programs, too.
 */
export function extendEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH ?? ''}`, ...more }
}
