import { useEffect } from 'react'
import { site } from '#site'

/** `export const meta = createTitleMeta('Students')` */
export function createTitleMeta(page: string, description?: string) {
  return () => [
    { title: toPageTitle(page) },
    ...(description ? [{ name: 'description', content: description }] : []),
  ]
}

/** The page's subject comes first, once it is known: "React JS: Scores | FSL Academy". */
export function usePageTitle(page: string, subject: string | undefined) {
  useEffect(() => {
    if (subject) document.title = toPageTitle(`${subject}: ${page}`)
  }, [page, subject])
}

function toPageTitle(page: string): string {
  return `${page} | ${site.product}`
}
