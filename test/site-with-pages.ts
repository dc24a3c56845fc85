import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createExam } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { createQuestions, createStudent, releaseExam } from './factories.ts'
import { createTestApp, type TestClient } from './test-app.ts'

/** Prerendered pages, whatever the address of a post is. */
export const publicPages: readonly string[] = Object.values(pagePaths).filter(
  (path) => !/^\/.+\/|:/.test(path),
)

export const actors = ['a visitor', 'the owner'] as const

/** The app with pages that say their path, a student, and a test with a picture. */
export async function openSiteWithPages() {
  const folder = mkdtempSync(join(tmpdir(), 'web-'))
  const write = (name: string, body: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), body)
  }
  for (const path of [...publicPages, '/404']) write(`${path}/index.html`, `<h1>${path}</h1>`)
  write('__spa-fallback.html', '<div>The app</div>')
  write('robots.txt', 'User-agent: *')
  write('assets/app-abc.js', 'export const a = 1')
  const app = await createTestApp({ webFolder: folder })
  const owner = await app.createAdmin()
  const clients = { 'a visitor': app.createClient(), 'the owner': owner } as const
  const { id: studentId } = await createStudent(app)
  const { testId, imageId } = await createExamWithPicture(owner)
  const ids: Readonly<Record<string, string>> = { testId, studentId, side: 'front' }
  return {
    app,
    clients,
    imagePath: `/api/images/${imageId}`,
    /** With ids of what there is, where the parameter names its kind. */
    fillIn: (path: string) => path.replace(/:(\w+)/g, (_, name) => ids[name] ?? 'a1'),
    async close() {
      await app.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export type SiteWithPages = Awaited<ReturnType<typeof openSiteWithPages>>

async function createExamWithPicture(owner: TestClient) {
  const background = 'teal'
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background } })
  const form = new FormData()
  form.set('title', 'With a picture')
  form.set('questions', JSON.stringify(createQuestions(1)))
  form.set('questionimage_0', new Blob([new Uint8Array(await image.png().toBuffer())]), 'teal.png')
  const { json } = await owner.request(createExam, { body: form })
  await releaseExam(owner, json.test._id)
  const imageId = json.test.questions?.[0]?.question.fileUrl?.split('/').pop() ?? ''
  return { testId: json.test._id, imageId }
}
