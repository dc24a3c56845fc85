import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { chromiumArgs, findOrInstallChromium } from '#programs/chromium.ts'
import { computeQuantile } from '#simulated-class/quantile.ts'
import { addPicture, fillStudentRegistration } from '#test/registration-page.ts'
import { type Server, startServer } from '#test/server-process.ts'
import { createBrowser } from '../browser.ts'
import { describeRun, writeReportFile } from '../report.ts'

const owner = { email: 'owner@example.com', password: 'four grey herons wade slowly' }
const timeoutMs = 10 * 60_000
const viewport = { width: 800, height: 900 }

type Applicant = {
  readonly page: Page
  readonly email: string
  /** The status of each reply, in order. */
  readonly statuses: number[]
}

/**
 * A class presses Register at the same moment, each with two photos of 12 megapixels, in real
 * browsers behind one address. Resolves with whether everybody is registered once, with both
 * pictures.
 */
export async function runRegistrations({ isLong }: { isLong: boolean }): Promise<boolean> {
  const count = isLong ? 60 : 6
  const folder = mkdtempSync(join(tmpdir(), 'registrations-'))
  const tempFolder = join(folder, 'tmp')
  mkdirSync(tempFolder)
  let server: Server | null = null
  let browser: Browser | null = null
  try {
    server = await startServer({
      dataDir: join(folder, 'data'),
      env: {
        RATE_LIMITS: 'on',
        TMPDIR: tempFolder,
        ADMIN_EMAIL: owner.email,
        ADMIN_PASSWORD: owner.password,
      },
    })
    const executablePath = await findOrInstallChromium()
    browser = await chromium.launch({ executablePath, args: chromiumArgs })
    const applicants = await fillForms(browser, server.url, count)
    const tookMs = await registerAtOnce(applicants)
    return await reportOutcome(server.url, { applicants, tookMs, isLong })
  } finally {
    await browser?.close()
    await server?.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fillForms(browser: Browser, url: string, count: number): Promise<Applicant[]> {
  const photos = await createPhonePhotos(4)
  const megabytes = photos.map(({ length }) => (length / 1e6).toFixed(1)).join(', ')
  console.log(`${count} forms with two photos each of ${megabytes} MB`)
  const createUpload = (n: number) => ({
    name: `IMG_${n}.jpg`,
    mimeType: 'image/jpeg',
    buffer: photos[n % photos.length] as Buffer,
  })
  const applicants: Applicant[] = []
  for (let seat = 0; seat < count; seat++) {
    const context = await browser.newContext({ baseURL: url, viewport })
    const page = await context.newPage()
    const email = `applicant${seat}@example.com`
    const fields = await fillStudentRegistration(page, { email, name: `Applicant ${seat}` })
    await addPicture(page, fields.front, createUpload(seat))
    await addPicture(page, fields.back, createUpload(seat + 1))
    const applicant = { page, email, statuses: [] as number[] }
    page.on('response', (response) => {
      if (response.url().endsWith('/api/students/register')) {
        applicant.statuses.push(response.status())
      }
    })
    applicants.push(applicant)
  }
  return applicants
}

/** @returns for each, the time from the press to the confirmation; null if it never came */
function registerAtOnce(applicants: readonly Applicant[]): Promise<(number | null)[]> {
  const startedAt = performance.now()
  return Promise.all(
    applicants.map(async ({ page, email }) => {
      await page.getByRole('button', { name: 'Register' }).click()
      try {
        await page.waitForURL('**/student/login**', { timeout: timeoutMs })
        return performance.now() - startedAt
      } catch {
        const alerts = await page.getByRole('alert').allInnerTexts()
        console.log(`${email} was not registered: ${alerts.join(' ').slice(0, 300)}`)
        return null
      }
    }),
  )
}

type Outcome = {
  readonly applicants: readonly Applicant[]
  readonly tookMs: readonly (number | null)[]
  readonly isLong: boolean
}

async function reportOutcome(
  url: string,
  { applicants, tookMs, isLong }: Outcome,
): Promise<boolean> {
  const rows = await listStudents(url)
  const count = applicants.length
  const done = tookMs.filter((ms) => ms !== null)
  const created = applicants.filter(({ statuses }) => statuses.at(-1) === 201).length
  const duplicates = rows.length - new Set(rows.map(({ email }) => email)).size
  const withBoth = rows.filter(({ aadharFront, aadharBack }) => aadharFront && aadharBack).length
  const statuses = new Map<number, number>()
  for (const status of applicants.flatMap((one) => one.statuses)) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const answerCounts = [...statuses].map(([status, times]) => `${status} × ${times}`).join(', ')
  const formatPercentile = (percent: number) => (computeQuantile(done, percent) / 1000).toFixed(1)
  const hasPassed =
    created === count && done.length === count && rows.length === count && withBoth === count
  const lines = [
    `${created} of ${count} got 201, ${rows.length} students are there, ${duplicates} of them twice,`,
    `${withBoth} with both pictures. Half were done after ${formatPercentile(50)} s, all after ${formatPercentile(100)} s.`,
    `Answers, the form's own tries included: ${answerCounts}.`,
  ]
  console.log(lines.join('\n'))
  if (isLong) {
    const path = writeReportFile(
      'registrations',
      `# ${count} registrations at once

Each from a browser of its own with two photos of 12 megapixels, behind one address, sent at the
same moment; the form tries again by itself. ${describeRun()}.

${lines.join('\n')}

Run it again: \`npm run faults -- registrations --long\`
`,
    )
    console.log(path)
  }
  return hasPassed
}

type Row = {
  readonly _id: string
  readonly email: string
  readonly aadharFront: string | null
  readonly aadharBack: string | null
}

async function listStudents(url: string): Promise<Row[]> {
  const admin = createBrowser({ url, localAddress: '127.0.0.1' })
  try {
    const login = await admin.call('POST', '/api/auth/admin', owner)
    if (login.status !== 200) throw new Error(`The owner could not log in: ${login.text}`)
    const listed = await admin.call('GET', '/api/students/getStudents')
    const rows: Row[] = []
    for (const { _id } of JSON.parse(listed.text) as Row[]) {
      const one = await admin.call('GET', `/api/students/getStudents/${_id}`)
      rows.push(JSON.parse(one.text) as Row)
    }
    return rows
  } finally {
    admin.close()
  }
}

const size = { width: 4000, height: 3000 } as const

/** Like photos from a phone: 12 megapixels, 3 to 5 MB, no two alike. */
function createPhonePhotos(count: number): Promise<Buffer[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => createPhonePhoto(n)))
}

async function createPhonePhoto(n: number): Promise<Buffer> {
  const grain = await sharp({
    create: {
      ...size,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 14 },
    },
  })
    .tint({ r: 90 + 20 * n, g: 140, b: 200 - 20 * n })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(grain).jpeg({ quality: 88 }).toBuffer()
}
