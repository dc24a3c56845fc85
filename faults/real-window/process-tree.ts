import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A process and all that it has started. */
export async function listProcessTree(root: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const tree = [root]
  for (const parent of tree)
    tree.push(...all.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : [])))
  return tree
}
