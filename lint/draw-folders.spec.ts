import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { redrawFolders } from './draw-folders.ts'

it('the diagram in docs/architecture.md shows the current imports', () => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  expect(page).toContain('```mermaid')
  expect(page, 'npm run draw-folders').toBe(redrawFolders(page))
})
