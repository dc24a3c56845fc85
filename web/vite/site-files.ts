import type { Plugin } from 'vite'
import { prerendered } from '../prerendered.ts'

const publicUrl = process.env.PUBLIC_URL ?? 'http://localhost:3000'

/** Tells the pages their address, and search engines which pages there are. */
export function siteFiles(): Plugin {
  return {
    name: 'site-files',
    config: () => ({ define: { 'import.meta.env.PUBLIC_URL': JSON.stringify(publicUrl) } }),
    generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemap() })
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots() })
    },
  }
}

function sitemap(): string {
  const places = prerendered
    .filter((path) => path !== '/404')
    .map((path) => `  <url><loc>${escaped(addressOf(path))}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...places,
    '</urlset>',
    '',
  ].join('\n')
}

function robots(): string {
  const closed = ['/admin/', '/student/', '/getStudents/', '/getScore/', '/api/']
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${addressOf('/sitemap.xml')}`,
    '',
  ].join('\n')
}

function addressOf(path: string): string {
  return new URL(path, publicUrl).href
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
