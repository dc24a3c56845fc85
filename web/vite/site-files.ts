import type { Plugin } from 'vite'
import { pagePaths } from '#contract/page-paths.ts'
import { getPostPath } from '../site/blog/post-order.ts'
import { posts } from '../site/content/posts.ts'

const publicUrl = process.env.PUBLIC_URL ?? 'http://localhost:3000'

/** Gives the pages their address, and search engines the list of pages. */
export function siteFiles(): Plugin {
  return {
    name: 'site-files',
    config: () => ({ define: { 'import.meta.env.PUBLIC_URL': JSON.stringify(publicUrl) } }),
    generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: buildSitemap() })
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: buildRobotsTxt() })
    },
  }
}

function buildSitemap(): string {
  const urls = prerenderedPaths
    .filter((path) => path !== '/404')
    .map((path) => `  <url><loc>${escapeXml(new URL(path, publicUrl).href)}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

function buildRobotsTxt(): string {
  const disallowed = ['/admin/', '/student/', '/getStudents/', '/getScore/', '/api/']
  return [
    'User-agent: *',
    ...disallowed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', publicUrl)}`,
    '',
  ].join('\n')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/**
 * Pages that are built as HTML, readable without JavaScript. The server sends `/404` for an unknown
 * path.
 */
export const prerenderedPaths: readonly string[] = [
  pagePaths.home,
  pagePaths.about,
  pagePaths.course,
  pagePaths.blog,
  ...posts.map(getPostPath),
  pagePaths.contact,
  pagePaths.privacyPolicy,
  pagePaths.terms,
  pagePaths.registration,
  '/404',
]
