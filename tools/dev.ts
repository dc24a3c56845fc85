import { type ChildProcess, spawn } from 'node:child_process'
import { environmentWith, root } from './run-command.ts'

/** Where Vite serves the screens; it passes /api on to the server. Letters link there too. */
const screensUrl = 'http://localhost:5173'

const server = begin('node', ['--watch', 'server/main.ts'])
const screens = begin('react-router', ['dev'])
const children = [server, screens]

// Ctrl-C reaches both by themselves; whatever else ends one of us ends the other.
process.on('SIGINT', () => {})
process.on('SIGTERM', stop)
for (const child of children) child.once('exit', stop)

function begin(command: string, args: readonly string[]): ChildProcess {
  const env = environmentWith({
    PUBLIC_URL: process.env.PUBLIC_URL ?? screensUrl,
    API_URL: `http://127.0.0.1:${process.env.PORT ?? 3000}`,
  })
  return spawn(command, args, { cwd: root, stdio: 'inherit', env })
}

function stop() {
  for (const child of children) child.kill('SIGTERM')
}
