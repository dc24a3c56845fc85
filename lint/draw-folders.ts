import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readCommand } from '../scripts/command-line/read-command.ts'
import { listSourceFiles, readImports } from './source-files.ts'

type Arrow = readonly [from: string, to: string]

const page = fileURLToPath(new URL('../docs/architecture.md', import.meta.url))
const block = /(<!-- folders: npm run draw-folders -->\n)[\s\S]*?(<!-- \/folders -->)/

/** The page, with a diagram of the current imports between its two markers. */
export function redrawFolders(markdown: string): string {
  return markdown.replace(block, (_, start, end) => `${start}${drawFolders()}${end}`)
}

function drawFolders(): string {
  const arrows = removeShortcuts(listArrows())
  const drawGroup = (group: string) => {
    const folders = new Set(arrows.flat().filter((folder) => folder.startsWith(`${group}/`)))
    const nodes = [...folders].toSorted().map((folder) => `    ${toNode(folder)}`)
    return [`  subgraph ${group}`, ...nodes, '  end']
  }
  const lines = arrows.map(([from, to]) => `  ${from} --> ${to}`)
  return [
    '```mermaid',
    'flowchart TD',
    ...['server', 'web'].flatMap(drawGroup),
    ...lines,
    '```',
    '',
  ].join('\n')
}

function toNode(folder: string): string {
  return `${folder}[${folder.split('/').at(-1)}]`
}

/**
 * Only product code, since specs may import anything; type imports do not exist when the program
 * runs.
 */
function listArrows(): Arrow[] {
  const arrows = new Set<string>()
  for (const path of listSourceFiles()) {
    if (!/\.tsx?$/.test(path) || /\.spec\./.test(path)) continue
    const from = findFolder(path)
    for (const { target, isType } of from ? readImports(path) : []) {
      const to = findFolder(target)
      if (to && to !== from && !isType) arrows.add(`${from} ${to}`)
    }
  }
  return [...arrows].toSorted().map((arrow) => arrow.split(' ') as unknown as Arrow)
}

/**
 * `server/app.ts` and `server/deps.ts` connect everything and are left out, as are Vite's plugins.
 */
function findFolder(path: string): string | null {
  return (
    path.match(/^(core|contract|server\/[^/.]+(?=\/)|web\/(?!vite\/)[^/.]+(?=\/))/)?.[0] ?? null
  )
}

/** Leaves out an arrow where other arrows lead to the same folder. */
function removeShortcuts(arrows: readonly Arrow[]): Arrow[] {
  let kept = [...arrows]
  for (const arrow of arrows) {
    const others = kept.filter((one) => one !== arrow)
    if (isReachable(others, arrow)) kept = others
  }
  return kept
}

function isReachable(arrows: readonly Arrow[], [start, goal]: Arrow): boolean {
  const reached = new Set([start])
  for (const folder of reached) {
    for (const [from, to] of arrows) if (from === folder) reached.add(to)
  }
  return reached.has(goal)
}

if (import.meta.main) {
  readCommand('draw-folders')
  writeFileSync(page, redrawFolders(readFileSync(page, 'utf8')))
}
