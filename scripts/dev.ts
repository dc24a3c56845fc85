import { type ChildProcess, spawn } from 'node:child_process'
import { extendEnvironment, root } from '#programs/run-command.ts'
import { readCommand } from './command-line/read-command.ts'

readCommand('dev')

/** Vite serves the screens here and proxies /api to the server; emails link here, too. */
const webUrl = 'http://localhost:5173'

const server = startChild('node', ['--watch', 'server/main.ts'])
const web = startChild('react-router', ['dev'])
const children = [server, web]

// Ctrl-C reaches both processes directly; any other end of one ends the other.
process.on('SIGINT', () => {})
process.on('SIGTERM', stop)
for (const child of children) child.once('exit', stop)

function startChild(command: string, args: readonly string[]): ChildProcess {
  const env = extendEnvironment({
    PUBLIC_URL: process.env.PUBLIC_URL ?? webUrl,
    API_URL: `http://127.0.0.1:${process.env.PORT ?? 3000}`,
  })
  return spawn(command, args, { cwd: root, stdio: 'inherit', env })
}

function stop() {
  for (const child of children) child.kill('SIGTERM')
}
