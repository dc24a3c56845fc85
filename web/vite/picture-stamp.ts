import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { site } from '#site'

const root = resolve(import.meta.dirname, '../..')
/** Written by `npm run screenshots`: a hash of the screens, and the institute's name on them. */
export const pictureStampPath = 'web/site/home/screenshots/screens.sha256'

export function readPictureStamp(folder = root) {
  const [hash = '', name = ''] = readTextIfExists(join(folder, pictureStampPath)).split('\n')
  return { hash, name }
}

function readTextIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Leaves the pictures of the screens out of the home page where another name stands on them. */
export function productPictures(): Plugin {
  const areOurs = readPictureStamp().name === site.product
  return {
    name: 'product-pictures',
    enforce: 'pre',
    config: () => ({
      define: { 'import.meta.env.HAS_PRODUCT_PICTURES': JSON.stringify(areOurs) },
    }),
    load: (id) =>
      !areOurs && id.includes('/web/site/home/screenshots/') ? "export default ''" : null,
  }
}
