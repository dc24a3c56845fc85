import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Package = {
  readonly version: string
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
  readonly overrides: Record<string, string>
}

const own = JSON.parse(readFileSync('package.json', 'utf8')) as Package
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly version: string
  readonly packages: { readonly '': { readonly version: string } }
}
const releases = [
  ...readFileSync('CHANGELOG.md', 'utf8').matchAll(
    /^## (?:(Unreleased)|(\d+\.\d+\.\d+), [\d-]{10})$/gm,
  ),
].map(([, unreleased, version]) => unreleased ?? version)

it('the version is the same in package.json, the lock file and the newest release of CHANGELOG.md', () => {
  expect([own.version, lock.version, lock.packages[''].version]).toEqual(
    Array(3).fill(releases.find((release) => release !== 'Unreleased')),
  )
})

it('CHANGELOG.md begins with what is not released yet', () => {
  expect(releases[0]).toBe('Unreleased')
})

describe('decision 0007', () => {
  const versions = Object.entries({ ...own.dependencies, ...own.devDependencies, ...own.overrides })

  it('pins every version exactly', () => {
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })

  it('holds packages that Dependabot leaves alone', () => {
    const ignored = [
      ...readFileSync('.github/dependabot.yml', 'utf8').matchAll(/dependency-name: '?([^'\n]+)'?/g),
    ].map(([, name = '']) => name)
    expect(ignored).toEqual(expect.arrayContaining(Object.keys(own.overrides)))
    expect(versions.map(([name]) => name)).toEqual(expect.arrayContaining(ignored))
  })
})
