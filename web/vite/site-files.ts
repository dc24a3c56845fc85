import type { Plugin } from 'vite'
import { pagePaths } from '#contract/page-paths.ts'
import { getPostPath } from '../site/blog/post-order.ts'
import { loadWords } from './institute.ts'
import { listParentsTexts } from './parents-texts.ts'
import { buildSiteIcons, pageColors } from './site-icons.ts'

const { posts } = await loadWords('posts.ts')
const publicUrl = process.env.PUBLIC_URL ?? 'http://localhost:3000'

/** Gives the pages their address and icons, and search engines the list of pages. */
export function siteFiles(): Plugin {
  return {
    name: 'site-files',
    config: () => ({
      define: {
        'import.meta.env.PUBLIC_URL': JSON.stringify(publicUrl),
        'import.meta.env.LIGHT_COLOR': JSON.stringify(pageColors.light),
        'import.meta.env.DARK_COLOR': JSON.stringify(pageColors.dark),
      },
    }),
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const icon of await buildSiteIcons()) this.emitFile({ type: 'asset', ...icon })
      this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: buildSitemap() })
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: buildRobotsTxt() })
    },
  }
}

function buildSitemap(): string {
  const urls = publicPaths.map(
    (path) => `  <url><loc>${escapeXml(new URL(path, publicUrl).href)}</loc></url>`,
  )
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

/** Pages that search engines list, and other sites link to. */
export const publicPaths: readonly string[] = [
  pagePaths.home,
  pagePaths.about,
  pagePaths.course,
  pagePaths.blog,
  ...posts.map(getPostPath),
  ...listParentsTexts().map(({ path }) => path),
  pagePaths.contact,
  pagePaths.privacyPolicy,
  pagePaths.terms,
  pagePaths.registration,
]

/**
 * Pages that are built as HTML, readable without JavaScript. The server sends `/404` for an unknown
 * path.
 */
export const prerenderedPaths: readonly string[] = [
  ...publicPaths,
  pagePaths.studentLogin,
  pagePaths.studentForgotPassword,
  pagePaths.changePassword,
  pagePaths.adminLogin,
  pagePaths.adminForgotPassword,
  '/404',
]
