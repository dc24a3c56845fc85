import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
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

type QuietOptions = {
  readonly environment?: NodeJS.ProcessEnv
  /** Hears each line as it comes. */
  readonly onLine?: (line: string) => void
}

/**
 * Runs a program without showing what it prints, but for a failure: then all of it is shown.
 */
export async function runQuietly(
  command: string,
  args: readonly string[] = [],
  { environment = {}, onLine }: QuietOptions = {},
): Promise<number> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: extendEnvironment({ ...environment, NO_COLOR: '1' }),
  })
  const lines: string[] = []
  const hear = async (stream: NodeJS.ReadableStream) => {
    for await (const line of createInterface({ input: stream })) {
      lines.push(line)
      onLine?.(line)
    }
  }
  const closed = once(child, 'close')
  await Promise.all([hear(child.stdout), hear(child.stderr)])
  const [code] = await closed
  if (code !== 0) console.error(lines.join('\n'))
  return code ?? 1
}

/**
 * Puts ours first on PATH, so that a command started without npm finds the pinned programs, too.
 */
export function extendEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH ?? ''}`, ...more }
}
