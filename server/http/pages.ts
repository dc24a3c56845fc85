import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pagePaths } from '#contract/page-paths.ts'
import { sendNotFound } from './error-handler.ts'
import { getPath, getQuery } from './request-path.ts'
import { pagePermissionsPolicy } from './security-headers.ts'

type Page = {
  readonly bodies: Readonly<Record<Encoding, Buffer | null>>
  readonly etag: string
  readonly policy: string
}

type Encoding = 'br' | 'gzip' | 'identity'

const fallback = '/__spa-fallback.html'
export const notFoundPath = '/404'

/** Types that need a charset; such files are not precompressed. */
const withCharset: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
}

/** The built screens: prerendered pages as they are, every other screen from the one fallback. */
export async function servePages(app: FastifyInstance, folder: string) {
  const pages = readPages(folder)
  await app.register(serveAssets, {
    folders: [join(folder, 'assets'), ...listEarlierAssets(folder)],
  })
  await app.register(fastifyStatic, {
    ...toStaticOptions('no-cache'),
    root: folder,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.html{,.br,.gz}'],
    decorateReply: false,
  })
  app.setNotFoundHandler((request, reply) => {
    const path = getPath(request)
    const isReadRequest = request.method === 'GET' || request.method === 'HEAD'
    if (path.startsWith('/api/') || !isReadRequest) return sendNotFound(request, reply)
    const target = redirects.get(path.replace(/\/$/, ''))
    if (target) return reply.redirect(target)
    const prerendered = isInternalPath(path) ? undefined : pages.get(path)
    if (prerendered && path.length > 1 && path.endsWith('/')) {
      return reply.redirect(path.slice(0, -1) + getQuery(request), 301)
    }
    const screen = isAppScreen(path) ? pages.get(fallback) : undefined
    const page = prerendered ?? screen ?? pages.get(notFoundPath) ?? pages.get(fallback)
    if (!page) return sendNotFound(request, reply)
    const isKnown = prerendered !== undefined || screen !== undefined
    return sendPage(request, reply.code(isKnown ? 200 : 404), {
      page,
      // The back button must not show pages of a user who has logged out since.
      cacheControl: screen ? 'no-store' : 'no-cache',
    })
  })
}

/**
 * The files that pages load. Names are looked up in memory: the library would read the folder, with
 * its several hundred names, for each file that is asked for, or hold a route for each, in 10 MB.
 */
async function serveAssets(app: FastifyInstance, { folders }: { folders: readonly string[] }) {
  const folderOf = new Map(
    folders
      .filter((folder) => existsSync(folder))
      .toReversed()
      .flatMap((folder) => readdirSync(folder).map((name) => [name, folder] as const))
      .filter(([name]) => !/\.(map|br|gz)$/.test(name)),
  )
  await app.register(fastifyStatic, {
    ...toStaticOptions('public, max-age=31536000, immutable'),
    root: [...folders],
    serve: false,
  })
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params
    const folder = folderOf.get(name)
    return folder ? reply.sendFile(name, folder) : reply.callNotFound()
  })
}

/** Pages that were open before an upgrade name the files of earlier builds, newest first. */
function listEarlierAssets(folder: string): readonly string[] {
  const earlier = join(folder, '../earlier-assets')
  if (!existsSync(earlier)) return []
  return readdirSync(earlier)
    .toSorted()
    .toReversed()
    .map((name) => join(earlier, name))
}

function toStaticOptions(cacheControl: string): Omit<FastifyStaticOptions, 'root'> {
  return {
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header('cache-control', cacheControl)
      const type = withCharset[extname(path)]
      if (type) reply.header('content-type', type)
      if (streamWorker.test(path)) reply.header('content-security-policy', streamWorkerPolicy)
    },
  }
}

/** The one script that is no part of a page, and calls (web/admin/live/stream-worker.ts). */
const streamWorker = /[\\/]stream-worker-[^\\/]+\.js(?:\.\w+)?$/
const streamWorkerPolicy = "default-src 'none'; connect-src 'self'"

/** Public pages are prerendered or do not exist; all other screens are drawn by the app. */
const appScreens = Object.values(pagePaths)
  .filter((path) => /^\/(student|admin|getStudents|getScore)\//.test(path))
  .map((path: string) => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`))

function isAppScreen(path: string): boolean {
  return appScreens.some((pattern) => pattern.test(path))
}

/**
 * Addresses that people type who remember half of one, that the home page links to for the login,
 * and that password managers look for.
 */
const redirects: ReadonlyMap<string, string> = new Map([
  ['/login', pagePaths.studentLogin],
  ['/.well-known/change-password', pagePaths.changePassword],
  ['/admin', pagePaths.adminHome],
  ['/student', pagePaths.studentPanel],
])

/** Used by the server, not served under their own path. */
function isInternalPath(path: string): boolean {
  return path === fallback || path.replace(/\/$/, '') === notFoundPath
}

type PageReply = { readonly page: Page; readonly cacheControl: 'no-store' | 'no-cache' }

function sendPage(request: FastifyRequest, reply: FastifyReply, { page, cacheControl }: PageReply) {
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '', page)
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': cacheControl,
    vary: 'Accept-Encoding',
    etag: page.etag,
    'content-security-policy': page.policy,
    'permissions-policy': pagePermissionsPolicy,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  })
  const isNotModified = request.headers['if-none-match'] === page.etag && reply.statusCode === 200
  return isNotModified ? reply.code(304).send() : reply.send(page.bodies[encoding])
}

function chooseEncoding(accepted: string, { bodies }: Page): Encoding {
  const known = accepted.split(',').map((word) => word.trim())
  const best = (['br', 'gzip'] as const).find((name) => known.includes(name) && bodies[name])
  return best ?? 'identity'
}

function readPages(folder: string): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>()
  if (!existsSync(folder)) return pages
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue
    const page = readPage(join(folder, name))
    const path = `/${name.replaceAll('\\', '/')}`
    const address = path.replace(/\/?index\.html$/, '') || '/'
    pages.set(address, page)
    if (address !== '/') pages.set(`${address}/`, page)
  }
  return pages
}

/** One policy per file, with the hashes of its inline scripts and styles instead of nonces. */
function readPage(file: string): Page {
  const html = readFileSync(file, 'utf8')
  const scripts = hashInlineBlocks(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const styles = hashInlineBlocks(html, /<style[^>]*>([\s\S]*?)<\/style>/g)
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    `style-src 'self' ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The first for our own workers (web/client/own-worker.ts), the other in the head of each
    // page (web/app/head-scripts.ts).
    'trusted-types own-worker default',
  ].join('; ')
  const readBody = (ending: string) =>
    existsSync(file + ending) ? readFileSync(file + ending) : null
  const bodies = { br: readBody('.br'), gzip: readBody('.gz'), identity: readBody('') }
  return { bodies, etag: `W/"${sha256(html)}"`, policy }
}

function hashInlineBlocks(html: string, inline: RegExp): string {
  const bodies = [...html.matchAll(inline)].map((match) => match[1] ?? '')
  return [...new Set(bodies)].map((body) => `'sha256-${sha256(body)}'`).join(' ')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
