import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { productionEnvironment, productionFlags } from '#test/server-process.ts'

it.each(['package.json', 'Dockerfile', 'deploy/academy@.service'])(
  '%s starts the server with the memory settings',
  (path) => {
    const text = readFileSync(path, 'utf8')
    for (const flag of productionFlags) expect(text).toContain(flag)
    for (const [name, value] of Object.entries(productionEnvironment)) {
      expect(text).toContain(`${name}=${value}`)
    }
  },
)
