interface ImportMetaEnv {
  /** The address of the site, set when the pages are built. */
  readonly PUBLIC_URL: string
  /** The colour of the page's ground, for either theme. */
  readonly LIGHT_COLOR: string
  readonly DARK_COLOR: string
  /** Whether the pictures of the screens show the institute's own name. */
  readonly HAS_PRODUCT_PICTURES: boolean
  /** True where the institute has filled it (web/vite/load-own-content.ts). */
  readonly HAS_BATCHES: boolean
  readonly HAS_FEES: boolean
  readonly HAS_TRAINERS: boolean
  readonly HAS_PROJECTS: boolean
  readonly HAS_VISITING: boolean
  readonly HAS_PARENTS_PAGE: boolean
  /** The languages of that page. */
  readonly PARENTS_TEXTS: readonly import('../institute/own-content-files.ts').ParentsText[]
  /** The sample texts that visitors still read, for the admin's home. */
  readonly SAMPLE_TEXTS: readonly import('../institute/sample-texts.ts').SampleTexts[]
  /** True in the code that draws the pages while they are built. */
  readonly SSR: boolean
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      variationAxes?: Record<string, number | { readonly min: number; readonly max: number }>
      /** Keeps only the glyphs of the text itself, not those that layout rules might substitute. */
      noLayoutClosure?: boolean
    },
  ): Promise<Buffer>
}

declare module '*.mdx' {
  import type { ReactNode } from 'react'

  export default function PostText(): ReactNode
}
