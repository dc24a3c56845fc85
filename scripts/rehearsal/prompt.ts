import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'

export type Prompt = {
  ask(question: string): Promise<string>
  /** Reads a line without showing it. */
  askHidden(question: string): Promise<string>
  /** Gives Ctrl-C back to the program; asking again opens it again. */
  close(): void
}

/** Asks on the terminal, or reads lines that are piped in. */
export function createPrompt(): Prompt {
  let lines: Interface | undefined
  let reader: AsyncIterator<string> | undefined
  let isHidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk)
      done()
    },
  })

  function open() {
    if (reader) return reader
    lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
    // Readline takes Ctrl-C for itself.
    lines.once('SIGINT', close)
    reader = lines[Symbol.asyncIterator]()
    return reader
  }

  async function read(question: string): Promise<string> {
    process.stderr.write(question)
    const { value, done } = await open().next()
    if (done) throw new Error(`Nobody answered: ${question.trim()}`)
    return value
  }

  function close() {
    lines?.close()
    lines = undefined
    reader = undefined
  }

  return {
    ask: read,
    async askHidden(question) {
      isHidden = true
      try {
        return await read(question)
      } finally {
        isHidden = false
        if (process.stdin.isTTY) process.stderr.write('\n')
      }
    },
    close,
  }
}
