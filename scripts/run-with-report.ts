import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives `run` a path to write a report to; answers its exit code and the report, if it wrote one. */
export async function runWithReport(
  run: (path: string) => Promise<number>,
): Promise<{ code: number; report: string | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const path = join(folder, 'report.json')
  try {
    const code = await run(path)
    return { code, report: existsSync(path) ? readFileSync(path, 'utf8') : null }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
