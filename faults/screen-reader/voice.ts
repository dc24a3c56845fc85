import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { SpeechEvent } from './spoken-words.ts'

/**
 * A voice of speech-dispatcher without sound: it writes into a file what it would speak, for as long
 * as a fast listener's voice would take. Runs as a program of its own, with the file's path. The
 * protocol: https://github.com/brailcom/speechd/blob/master/doc/output-modules.texi
 */
const charactersPerSecond = 80
const minMs = 60
const [, , path = ''] = process.argv
const reply = (text: string) => process.stdout.write(`${text}\n`)
const note = (kind: SpeechEvent['kind'], text: string) => {
  const event: SpeechEvent = { kind, text, at: Date.now() }
  appendFileSync(path, `${JSON.stringify(event)}\n`)
}

let speaking: { readonly text: string; readonly timer: NodeJS.Timeout } | null = null
/** A command that has lines of its own, up to one with a full stop. */
let command = ''
let lines: string[] = []

for await (const line of createInterface(process.stdin)) {
  if (!command) answer(line)
  else if (line !== '.') lines.push(line.replace(/^\.\./, '.'))
  else {
    if (['SPEAK', 'CHAR', 'KEY'].includes(command)) speak(lines.join(' '))
    else reply('203 OK SETTINGS RECEIVED')
    command = ''
    lines = []
  }
}

function answer(line: string) {
  switch (line) {
    case 'INIT':
      reply('299-A file instead of a sound card')
      return reply('299 OK LOADED SUCCESSFULLY')
    case 'LIST VOICES':
      reply('200-file\ten\tnone')
      return reply('200 OK VOICE LIST SENT')
    case 'STOP':
    case 'PAUSE':
      return stop(line)
    case 'QUIT':
      reply('210 OK QUIT')
      return process.exit(0)
  }
  const codes: Readonly<Record<string, string>> = { AUDIO: '207', LOGLEVEL: '207', SET: '203' }
  reply(`${codes[line] ?? '202'} OK RECEIVING`)
  command = line
}

function speak(marked: string) {
  reply('200 OK SPEAKING')
  reply('701 BEGIN')
  const text = toPlainText(marked)
  note('begin', text)
  const timer = setTimeout(end, Math.max(minMs, (text.length / charactersPerSecond) * 1000))
  speaking = { text, timer }
}

function end() {
  if (speaking) note('end', speaking.text)
  speaking = null
  reply('702 END')
}

function stop(how: 'STOP' | 'PAUSE') {
  if (!speaking) return
  clearTimeout(speaking.timer)
  note('stop', speaking.text)
  speaking = null
  reply(how === 'STOP' ? '703 STOP' : '704 PAUSE')
}

/** Takes the text out of SSML. */
function toPlainText(marked: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'" }
  return marked
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|apos);/g, (_, name: string) => characters[name] ?? '')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}
