import { site } from '#site'

/** `export const meta = createTitleMeta('Students')` */
export function createTitleMeta(page: string, description?: string) {
  return () => [
    { title: `${page} | ${site.product}` },
    ...(description ? [{ name: 'description', content: description }] : []),
  ]
}
