import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { readCommand } from '../scripts/command-line/read-command.ts'
import { listSourceFiles } from './source-files.ts'

/** Prints the functions that are longer than a screen, by room. A report: nothing fails by it. */

export type LongFunction = { readonly name: string; readonly line: number; readonly lines: number }

type Node = { readonly type: string; readonly start: number; readonly end: number }

const maxLines = 80
const root = fileURLToPath(new URL('..', import.meta.url))

/** The functions of a program that take more lines than that; those in a longer one as well. */
export function findLongFunctions(path: string, source: string, max = maxLines): LongFunction[] {
  const found: LongFunction[] = []
  visit(parseSync(path, source).program, 'a function without a name')
  return found

  function visit(value: unknown, name: string) {
    if (typeof value !== 'object' || value === null) return
    if (isFunction(value)) {
      const line = countLines(source.slice(0, value.start))
      const lines = countLines(source.slice(value.start, value.end))
      if (lines > max) found.push({ name: readName(value) ?? name, line, lines })
    }
    const inner = readName(value) ?? name
    for (const child of Object.values(value)) visit(child, inner)
  }
}

function isFunction(node: object): node is Node {
  return (
    'type' in node &&
    (node.type === 'FunctionDeclaration' ||
      node.type === 'FunctionExpression' ||
      node.type === 'ArrowFunctionExpression')
  )
}

/** The name that a declaration, a variable or a property gives. */
function readName(node: object): string | undefined {
  const named = ('id' in node && node.id) || ('key' in node && node.key)
  return named && typeof named === 'object' && 'name' in named ? String(named.name) : undefined
}

function countLines(text: string): number {
  return text.split('\n').length
}

if (import.meta.main) {
  readCommand('long-functions')
  const long = listSourceFiles()
    .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path))
    .flatMap((path) =>
      findLongFunctions(path, readFileSync(join(root, path), 'utf8')).map((each) => ({
        path,
        ...each,
      })),
    )
  const rooms = Map.groupBy(long, ({ path }) => path.split('/')[0] ?? '')
  for (const [room, functions] of rooms) {
    console.log(`\n${room}: ${functions.length}`)
    for (const { lines, name, path, line } of functions.toSorted((a, b) => b.lines - a.lines))
      console.log(`${String(lines).padStart(5)}  ${name}  ${path}:${line}`)
  }
  console.log(`\n${long.length} functions have more than ${maxLines} lines.`)
}
