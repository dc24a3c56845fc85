import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { pagePaths } from '#contract/page-paths.ts'
import { chromiumArgs, findOrInstallChromium } from '#programs/chromium.ts'
import { weigh, weighedKinds } from '#test/page-weight.ts'
import { createTestApp } from '#test/test-app.ts'

const pages = [pagePaths.home, pagePaths.course, pagePaths.registration]
const runs = 3
const webFolder = resolve('build/client')
const chromiumFlags = ['--headless=new', ...chromiumArgs]

/**
 * Lighthouse's mobile preset on the public pages: the median of three, beside the promised values.
 */
export async function benchLighthouse() {
  const app = await createTestApp({ webFolder, now: Date.now })
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as { port: number }
  const chromePath = await findOrInstallChromium()
  try {
    for (const path of pages) {
      const reports = []
      for (let run = 0; run < runs; run++) {
        reports.push(await audit(`http://127.0.0.1:${port}${path}`, chromePath))
      }
      console.log(`  ${path.padEnd(14)} ${formatLine(reports)}`)
    }
  } finally {
    await app.close()
  }
}

async function audit(url: string, chromePath: string) {
  const chromium = await launch({ chromePath, chromeFlags: chromiumFlags })
  try {
    const result = await lighthouse(url, { port: chromium.port, logLevel: 'error' })
    if (!result) throw new Error(`Lighthouse said nothing about ${url}`)
    return result.lhr
  } finally {
    chromium.kill()
  }
}

type Report = Awaited<ReturnType<typeof audit>>

function formatLine(reports: readonly Report[]): string {
  const score = (category: string) =>
    Math.round(100 * median(reports.map((report) => report.categories[category]?.score ?? 0)))
  const shift = median(
    reports.map((report) => report.audits['cumulative-layout-shift']?.numericValue ?? 1),
  )
  return [
    `performance ${score('performance')}`,
    `accessibility ${score('accessibility')}`,
    `best practices ${score('best-practices')}`,
    `SEO ${score('seo')}`,
    `CLS ${shift.toFixed(3)}`,
    ...weights(reports[0]),
  ].join(', ')
}

/** The weight of all that is loaded before any interaction. */
function weights(report: Report | undefined): string[] {
  const details = report?.audits['network-requests']?.details as
    | { items?: { resourceType?: string; url: string }[] }
    | undefined
  return weighedKinds.map((kind) => {
    const items = (details?.items ?? []).filter(
      ({ resourceType }) => resourceType?.toLowerCase() === kind,
    )
    const bytes = items.reduce((sum, { url }) => sum + weigh(kind, readBuilt(url)), 0)
    return `${kind} ${(bytes / 1000).toFixed(1)} kB`
  })
}

function readBuilt(url: string): Buffer {
  return readFileSync(join(webFolder, new URL(url).pathname))
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
