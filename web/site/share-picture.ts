/** In pixels; the size that other sites expect. */
export const sharePictureSize = { width: 1200, height: 630 } as const

/** The picture beside a link to a page on other sites: `/share/blog-flexbox-or-grid.png`. */
export function getSharePicturePath(path: string): string {
  return `/share/${path.slice(1).replaceAll('/', '-') || 'home'}.png`
}
