import type { MetaDescriptor } from 'react-router'
import { site } from '#site'
import { getSharePicturePath, sharePictureSize } from './share-picture.ts'

type PageMetaInput = {
  readonly path: string
  /**
   * Without the product's name, which is appended; the title of the home page contains it already.
   */
  readonly title: string
  readonly description: string
  readonly isArticle?: boolean
  /** Structured data for search engines, by schema.org. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** For `export const meta`: a page's title and description for browsers and search engines. */
export function createPageMeta(page: PageMetaInput) {
  return (): MetaDescriptor[] => toMetaDescriptors(page)
}

export function toMetaDescriptors({
  path,
  title,
  description,
  isArticle,
  data,
}: PageMetaInput): MetaDescriptor[] {
  const fullTitle = title.includes(site.product) ? title : `${title} | ${site.product}`
  const address = toAbsoluteUrl(path)
  const openGraph = {
    'og:site_name': site.product,
    'og:type': isArticle ? 'article' : 'website',
    'og:title': fullTitle,
    'og:description': description,
    'og:url': address,
    'og:locale': site.locale.replace('-', '_'),
    'og:image': toAbsoluteUrl(getSharePicturePath(path)),
    'og:image:width': String(sharePictureSize.width),
    'og:image:height': String(sharePictureSize.height),
    'og:image:alt': fullTitle,
  }
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...Object.entries(openGraph).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(data ? createStructuredData({ '@context': 'https://schema.org', ...data }) : []),
  ]
}

/**
 * Part of the page as it is sent, for search engines. After a navigation in the browser nobody needs
 * it, and Trusted Types forbid even React to write a script into a page.
 */
function createStructuredData(data: Readonly<Record<string, unknown>>): MetaDescriptor[] {
  return typeof document === 'undefined' ? ([{ 'script:ld+json': data }] as MetaDescriptor[]) : []
}

/** The absolute URL, for other sites. */
export function toAbsoluteUrl(path: string): string {
  return new URL(path, import.meta.env.PUBLIC_URL).href
}

/** The institute, in the terms of schema.org. */
export const organisation = {
  '@type': 'EducationalOrganization',
  name: site.product,
  url: toAbsoluteUrl('/'),
  email: site.email,
  telephone: site.phone,
  address: site.address.join(' '),
  logo: toAbsoluteUrl('/icon-512.png'),
} as const
