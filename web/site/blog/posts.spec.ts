import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, 'posts')

it.each(readdirSync(folder))('%s says honestly how long it takes to read', (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  const words = text.slice(text.indexOf('\n}\n')).match(/[\p{L}\p{N}’']+/gu)?.length ?? 0
  const minutes = Number(/minutes: (\d+)/.exec(text)?.[1])
  expect(minutes).toBe(Math.ceil(words / 200))
})
