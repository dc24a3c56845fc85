import type { MetaDescriptor } from 'react-router'
import { site } from '#site'
import sharePicture from './share.png?url'

type Page = {
  readonly path: string
  /** Without the product's name, which is set behind it; the home page says its own. */
  readonly title: string
  readonly description: string
  readonly isArticle?: boolean
  /** What search engines are told, in the words of schema.org. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** `export const meta = pageMeta({ … })`: what a page says of itself to browsers and search engines. */
export function pageMeta(page: Page) {
  return (): MetaDescriptor[] => metaOf(page)
}

export function metaOf({ path, title, description, isArticle, data }: Page): MetaDescriptor[] {
  const full = title.includes(site.product) ? title : `${title} | ${site.product}`
  const address = addressOf(path)
  const facts = {
    'og:site_name': site.product,
    'og:type': isArticle ? 'article' : 'website',
    'og:title': full,
    'og:description': description,
    'og:url': address,
    'og:locale': site.locale.replace('-', '_'),
    'og:image': addressOf(sharePicture),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Six layers of a full stack, and the words: Become A Full Stack Developer',
  }
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...Object.entries(facts).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(data ? structuredData({ '@context': 'https://schema.org', ...data }) : []),
  ]
}

/**
 * Stands in the page as it was sent, for search engines. Somebody who comes by a link has no use
 * for it, and Trusted Types let nobody write a script into a page, React included.
 */
function structuredData(data: Readonly<Record<string, unknown>>): MetaDescriptor[] {
  const tag = [{ 'script:ld+json': data }] as MetaDescriptor[]
  if (typeof document === 'undefined') return tag
  const sent = document.querySelector('script[type="application/ld+json"]')?.textContent
  return sent && JSON.stringify(JSON.parse(sent)) === JSON.stringify(data) ? tag : []
}

/** The whole address, as other sites write it. */
export function addressOf(path: string): string {
  return new URL(path, import.meta.env.PUBLIC_URL).href
}

/** The institute, as schema.org calls it. */
export const organisation = {
  '@type': 'EducationalOrganization',
  name: site.product,
  url: addressOf('/'),
  email: site.email,
  telephone: site.phone,
  address: site.address.join(' '),
  logo: addressOf(sharePicture),
} as const
