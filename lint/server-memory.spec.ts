import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { productionEnvironment, productionFlag } from '#test/server-process.ts'

it.each(['package.json', 'Dockerfile', 'deploy/academy@.service'])(
  '%s starts the server with what keeps its memory small',
  (path) => {
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(productionFlag)
    for (const [name, value] of Object.entries(productionEnvironment)) {
      expect(text).toContain(`${name}=${value}`)
    }
  },
)
