import { execFile } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { enquiryCourses } from '#contract/enquiries.ts'
import { courses } from '#core/students/registration.ts'
import { root } from '#programs/run-command.ts'
import { fillInstitute } from '#test/filled-institute.ts'
import { type WordFile, wordFiles } from '#web/institute/words.ts'
import { loadWords } from '#web/vite/institute.ts'

// Two builds, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000 })
const run = promisify(execFile)

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'another-institute-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const publicUrl = 'https://sahyadri.example'
const product = 'Sahyadri Institute of Computing'

it('another institute takes the next version without a conflict, and no sample is left', async () => {
  const upstream = join(home, 'upstream')
  const clone = join(home, 'clone')
  await run('git', ['clone', '-q', root, upstream])
  await run('git', ['clone', '-q', upstream, clone])
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  const samples = await listSampleTexts()
  await writeInstitute(clone)
  await build(clone, { PUBLIC_URL: publicUrl })
  const unfilled = readOwnPages(clone)

  changeSamples(upstream)
  await git(upstream, 'commit', '-qam', 'samples: the next version')
  await git(clone, 'pull', '-q', '--ff-only')
  expect((await git(clone, 'status', '--porcelain', '-uno')).stdout).toBe('')
  fillInstitute(join(clone, 'institute'))
  await build(clone, {})
  expectOnlyOwnContent(readOwnPages(clone), unfilled)
  expectParentsPage(join(clone, 'build/client'))

  const pages = globSync('client/**/*.{html,js,css,txt,xml,webmanifest}', {
    cwd: join(clone, 'build'),
  })
  const built = pages.map((path) => readFileSync(join(clone, 'build', path), 'utf8')).join('\n')
  expect(samples.length).toBeGreaterThan(150)
  expect(samples.filter((text) => built.includes(text))).toEqual([])
  expect(built).not.toMatch(/FSL|next version|localhost:3/)
  expect(built).not.toMatch(/Withdrawn work|Gone Student|2026-10-02|Night batch/)

  const front = readFileSync(join(clone, 'build/client/index.html'), 'utf8')
  expect(front).toContain(`<link rel="canonical" href="${publicUrl}/"/>`)
  expect(front).toContain('<html lang="mr"')
  expect(front).toContain('content="mr_IN"')
  expect(front).toContain(product)
  await expectOwnPictures(join(clone, 'build/client'), built)

  const manifest = JSON.parse(
    readFileSync(join(clone, 'build/client/manifest.webmanifest'), 'utf8'),
  )
  expect(manifest).toMatchObject({ name: product, lang: 'mr', theme_color: '#fff7fb' })
  expect(readFileSync(join(clone, 'build/client/sitemap.xml'), 'utf8')).toContain(
    `<loc>${publicUrl}/course</loc>`,
  )
})

/** Drawn from the words of the pages, on the institute's own ground; none shows another name. */
async function expectOwnPictures(folder: string, built: string) {
  const named = new Set(
    [...built.matchAll(/og:image" content="[^"]+(\/share\/[^"]+)"/g)].map(([, path]) => path),
  )
  const pictures = globSync('share/*.png', { cwd: folder })
  expect(pictures.map((path) => `/${path}`).toSorted()).toEqual([...named].toSorted())
  expect(pictures.length).toBeGreaterThan(8)
  for (const path of pictures) {
    const { data } = await sharp(join(folder, path)).raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)], path).toEqual([0xff, 0xf7, 0xfb])
  }
  expect(globSync('assets/*.webp', { cwd: folder })).toEqual([])
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).not.toContain('id="inside"')
}

const ownPages = ['about', 'contact', 'course'] as const

/** The pages on which an institute's own content may stand. */
function readOwnPages(clone: string): readonly string[] {
  return ownPages.map((name) => {
    const html = readFileSync(join(clone, 'build/client', name, 'index.html'), 'utf8')
    expect(existsSync(join(clone, 'build/client/parents'))).toBe(html.includes('"/parents"'))
    return html.slice(html.indexOf('<body'), html.indexOf('</footer>'))
  })
}

/** Filled content adds itself; nothing else of the page is another than without it, byte for byte. */
function expectOnlyOwnContent(filled: readonly string[], unfilled: readonly string[]) {
  const pages = Object.fromEntries(ownPages.map((name, at) => [name, filled[at] ?? '']))
  expect(pages).toMatchObject({
    about: expect.stringMatching(/Asks &lt;i&gt;why&lt;.*<span>Sunday: by appointment<\/span>/),
    contact: expect.stringContaining('<a href="https://wa.me/919822212345" rel="noopener">'),
    course: expect.stringMatching(/<li data-starts="2096-01-09">.*<li data-starts="2096-03-05">/),
  })
  expect(pages.contact).toContain('href="https://maps.example/sahyadri?a=1&amp;b=&quot;2&quot;"')
  expect(pages.course).toContain('<a href="https://seva.example/queue" rel="noopener">Seva, ')
  expect(pages.course).toContain('In &lt;b&gt;Marathi&lt;/b&gt; &amp; English')
  expect(pages.course).not.toContain('2020')
  for (const [at, name] of ownPages.entries())
    expect(
      ownContent.reduce((html, part) => html.replace(part, ''), filled[at] ?? ''),
      name,
    ).toBe(unfilled[at])
}

/** In each language of a file; the samples and an institute without a file have none. */
function expectParentsPage(folder: string) {
  const read = (path: string) => readFileSync(join(folder, path, 'index.html'), 'utf8')
  const english = read('parents')
  expect(english).toContain('<article lang="en"')
  expect(english).toContain('<a href="https://help.example/?a=1&amp;b=2" rel="noopener">Ask us</a>')
  expect(english).not.toContain('alert(1)')
  expect(english).toMatch(/<a [^>]*hrefLang="ta"[^>]*href="\/parents\/ta"[^>]*>தமிழ்<\/a>/i)
  expect(english).toContain(`rel="alternate" hrefLang="hi" href="${publicUrl}/parents/hi"`)
  expect(read('parents/hi')).toMatch(/<article lang="hi"[^>]*><h1>माता-पिता के लिए<\/h1>/)
  expect(read('parents/ta')).toContain('<article lang="ta"')
  const sitemap = readFileSync(join(folder, 'sitemap.xml'), 'utf8')
  for (const path of ['/parents', '/parents/hi', '/parents/ta'])
    expect(sitemap).toContain(`<loc>${publicUrl}${path}</loc>`)
}

const ownContent = [
  /<li><a href="\/parents".*?<\/li>/,
  /<section [^>]*aria-labelledby="trainers".*?<\/section>/,
  /<section id="projects".*?<\/section>/,
  /<a href="\/course\/#projects".*?<\/a>/,
  /<section id="next-batches".*?<\/section>/,
  /<section id="fees".*?<\/section>(?=<section id="faq")/,
  /<a data-starts="2096-03-05".*?<\/a>/,
  /<a href="\/course\/#fees".*?<\/a>/,
  /<div><dt><svg[^>]*tabler-icon-brand-whatsapp.*?<\/div>(?=<\/dl>)/,
  /<span>Monday to Saturday: .*?<\/a>/,
]

const git = (folder: string, ...args: string[]) =>
  run('git', ['-c', 'user.name=Asha', '-c', 'user.email=asha@example.com', ...args], {
    cwd: folder,
  })

async function build(folder: string, settings: Record<string, string>) {
  const { INSTITUTE_DIR, PUBLIC_URL, ...environment } = process.env
  await run(process.execPath, ['scripts/build-web.ts'], {
    cwd: folder,
    env: { ...environment, NODE_ENV: 'production', ...settings },
    maxBuffer: 1e8,
  })
}

/** Names that choose a drawing or lead somewhere, which an institute keeps. */
const keptKeys = new Set(['picture', 'icon', 'cover', 'id', 'date', 'to', 'code'])

/** Everything in words of its own, of which none is a sample's. */
function replaceTexts(value: unknown, key = ''): unknown {
  if (typeof value === 'string')
    return keptKeys.has(key) || value === '' ? value : `शब्द ${hash(value)}`
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, key))
  if (typeof value !== 'object' || value === null) return key === 'isSample' ? undefined : value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaceTexts(inner, name)]),
  )
}

const hash = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e9, 7)

async function writeInstitute(clone: string) {
  const own = join(clone, 'institute')
  mkdirSync(join(own, 'posts'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(own, name), text)
  for (const name of Object.keys(wordFiles) as WordFile[]) {
    const words = Object.entries(replaceTexts(await loadWords(name)) as object)
    write(
      name,
      words.map(([key, value]) => `export const ${key} = ${JSON.stringify(value)}\n`).join(''),
    )
  }
  const { posts } = await loadWords('posts.ts')
  for (const { id } of posts) write(`posts/${id}.mdx`, 'आमचा पहिला दिवस.\n')
  write(
    'site.config.ts',
    `export const site = ${JSON.stringify({
      product,
      phone: '+91 20 5550 1234',
      email: 'namaste@sahyadri.example',
      address: ['14 Tilak Road,', 'Nashik 422001'],
      social: { facebook: '', instagram: '', linkedin: '', youtube: '' },
      language: 'mr',
      locale: 'mr-IN',
      currency: 'EUR',
      timeZone: 'Asia/Kolkata',
      course: {
        fees: 60_000,
        hoursPerWeek: 8,
        schedule: 'शनिवार',
        languages: [{ tag: 'mr', name: 'मराठी' }],
      },
      termsVersion: '2027-01',
      privacyNoticeVersion: '2027-01-01',
    })}\n`,
  )
  write('theme.css', ':root {\n  --gray-0: #fff7fb;\n  --peacock-7: #9d174d;\n}\n')
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle r="9"/></svg>'
  write('logo.svg', drawing)
  write('icon.svg', drawing)
}

/** Whole sentences and names; a short word may as well be the product's own. */
async function listSampleTexts(): Promise<string[]> {
  const texts: string[] = []
  const collect = (value: unknown, key = ''): void => {
    if (typeof value === 'string' && value.length > 14 && !keptKeys.has(key)) texts.push(value)
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value))
      collect(inner, Array.isArray(value) ? key : name)
  }
  for (const name of Object.keys(wordFiles) as WordFile[]) collect(await loadWords(name))
  // The choices of the registration and the enquiry are the same everywhere.
  const kept = new Set<string>([...courses, ...enquiryCourses].map((name) => name.toLowerCase()))
  const own = texts.filter((text) => !kept.has(text.toLowerCase()))
  return [...own, '98765 43210', 'hello@fslacademy', 'Lakshmi Chambers', 'Baner Road']
}

/** Each file with the institute's own words, as a later version may have it. */
function changeSamples(upstream: string) {
  for (const path of globSync('sample-institute/**/*.*', { cwd: upstream })) {
    const file = join(upstream, path)
    const text = readFileSync(file, 'utf8')
    const comment = /\.mdx$/.test(path)
      ? '\n\nIn the next version.\n'
      : /\.svg$/.test(path)
        ? '\n<!-- the next version -->\n'
        : '\n/* the next version */\n'
    writeFileSync(file, text.replaceAll('Fees', 'All fees') + comment)
  }
}
