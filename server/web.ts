import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screens } from '#contract/screens.ts'
import { answerUnknownCall } from './unknown-call.ts'

type Page = { readonly html: string; readonly etag: string; readonly policy: string }

const fallback = '__spa-fallback.html'

/** The built screens: prerendered pages as they are, every other screen from the one fallback. */
export async function serveWeb(app: FastifyInstance, folder: string, isHttps: boolean) {
  const pages = readPages(folder)
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.html', '**/*.map'],
    cacheControl: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = relative(folder, path).startsWith('assets')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('x-content-type-options', 'nosniff')
      reply.header('cross-origin-resource-policy', 'same-origin')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const path = decodePath(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (path.startsWith('/api/') || !isRead) return answerUnknownCall(request, reply)
    const page = pages.get(path) ?? pages.get(`/${fallback}`)
    if (!page) return answerUnknownCall(request, reply)
    return sendPage(request, reply.code(isScreen(path) ? 200 : 404), page, isHttps)
  })
}

const patterns = Object.values(screens).map(
  (path: string) => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`),
)

function isScreen(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}

function decodePath(url: string): string {
  const path = url.split('?')[0] ?? '/'
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, isHttps: boolean) {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    etag: page.etag,
    'content-security-policy': page.policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  })
  const isKept = request.headers['if-none-match'] === page.etag && reply.statusCode === 200
  return isKept ? reply.code(304).send() : reply.send(page.html)
}

function readPages(folder: string): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>()
  if (!existsSync(folder)) return pages
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue
    const page = pageOf(readFileSync(join(folder, name), 'utf8'))
    const path = `/${name.replaceAll('\\', '/')}`
    const address = path.replace(/\/?index\.html$/, '') || '/'
    pages.set(address, page)
    if (address !== '/') pages.set(`${address}/`, page)
  }
  return pages
}

/** One policy for each file, by the hashes of its own inline scripts and styles: no nonces. */
function pageOf(html: string): Page {
  const scripts = hashesOf(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const styles = hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g)
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
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html, etag: `"${sha256(html)}"`, policy }
}

function hashesOf(html: string, inline: RegExp): string {
  const bodies = [...html.matchAll(inline)].map((match) => match[1] ?? '')
  return [...new Set(bodies)].map((body) => `'sha256-${sha256(body)}'`).join(' ')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
