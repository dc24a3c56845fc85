import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The folder of the project; every tool works there, wherever it was called from. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a program of node_modules/.bin or of PATH with our output as its own; answers its exit code. */
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

/** Ours first on PATH, so that a tool called without npm finds the pinned programs too. */
export function extendEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH ?? ''}`, ...more }
}
