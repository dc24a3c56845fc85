import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'

const screens = listSourceFiles().filter((path) => /^web\/.*\.tsx$/.test(path))

describe('an announcement to a screen reader', () => {
  it('is in regions of one kind, made in one place', () => {
    expect(screens.length).toBeGreaterThan(300)
    expect(
      findAll(
        /role="(status|alert)"|aria-live="(polite|assertive)"/,
        screens.filter((path) => path !== 'web/ui/status.tsx'),
      ),
    ).toEqual([])
  })

  it('is not styled by a role, since no region has one', () => {
    const styles = listSourceFiles().filter((path) => /^web\/.*\.css$/.test(path))
    expect(styles.length).toBeGreaterThan(100)
    expect(findAll(/\[role=["']?status/, styles)).toEqual([])
  })

  it('names each main part by its h1, or otherwise where the h1 takes the focus', () => {
    expect(findAll(/<main(?! aria-(labelledby=\{(pageTitleId|quizTitleId)\}|label="))/)).toEqual([])
    expect(findAll(/<h1(?!\s+id=\{pageTitleId\})/)).toEqual([])
  })

  it('includes the figure of each clock, without a label in its place', () => {
    expect(findAll(/role="timer"[^>]*aria-label/)).toEqual([])
  })
})

function findAll(pattern: RegExp, files: readonly string[] = screens): string[] {
  return files.flatMap((path) => {
    const code = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
    return [...code.matchAll(new RegExp(pattern, 'g'))].map(([found]) => `${path}: ${found}`)
  })
}
