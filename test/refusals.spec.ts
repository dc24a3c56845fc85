import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { type RefusalCode, refusals } from '#contract/errors.ts'
import type { MatrixWorld } from './matrix-calls.ts'
import { createMatrixFixture } from './matrix-fixture.ts'
import { findMissingRecordCall } from './missing-record-calls.ts'
import { refusalCalls } from './refusal-calls.ts'
import { createTestApp } from './test-app-per-engine.ts'

const cwd = join(import.meta.dirname, '..')
const specs = globSync('{server,test,faults}/**/*.spec.ts', { cwd }).map((path) =>
  readFileSync(join(cwd, path), 'utf8'),
)
const promised = Object.entries(endpoints).flatMap(([name, endpoint]) =>
  endpoint.refusals.map((code) => ({ name, code })),
)
const withCall = promised.flatMap(({ name, code }) => {
  const call = refusalCalls[`${name} ${code}`] ?? findMissingRecordCall(name, code)
  return call ? [{ name, code, call }] : []
})

describe('a refusal that the contract promises', () => {
  let world: MatrixWorld
  beforeAll(async () => {
    const app = await createTestApp()
    world = { app, ...(await createMatrixFixture(app)) }
  })
  afterAll(() => world.app.close())

  it.each(withCall)('$code is what $name answers', async ({ code, call }) => {
    expect((await call(world)).json.code).toBe(code)
  })

  it('is asked for here, or in a spec that names it and its endpoint', () => {
    const calls = new Set(withCall.map(({ name, code }) => `${name} ${code}`))
    const unasked = promised
      .filter(({ name, code }) => !calls.has(`${name} ${code}`))
      .filter((pair) => !specs.some((spec) => namesBoth(spec, pair)))
    expect(unasked).toEqual([])
  })

  it('has a call here only if it is promised', () => {
    const pairs = promised.map(({ name, code }) => `${name} ${code}`)
    expect(Object.keys(refusalCalls).filter((pair) => !pairs.includes(pair))).toEqual([])
  })
})

it('every refusal is asked for by some spec, also those that any call may get', () => {
  const calledCodes = new Set(withCall.map(({ code }) => code))
  const codes = Object.keys(refusals) as RefusalCode[]
  const unasked = codes.filter((code) => !calledCodes.has(code))
  expect(unasked.filter((code) => !specs.some((spec) => spec.includes(`'${code}'`)))).toEqual([])
})

function namesBoth(spec: string, { name, code }: { name: string; code: string }): boolean {
  return spec.includes(`'${code}'`) && new RegExp(`\\b${name}\\b`).test(spec)
}
