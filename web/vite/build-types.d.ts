interface ImportMetaEnv {
  /** Where the pages will be found, set when they are built. */
  readonly PUBLIC_URL: string
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes?: Record<string, { readonly min: number; readonly max: number }>
      /** Only the glyphs of the text itself, not what layout rules might put in their place. */
      noLayoutClosure?: boolean
    },
  ): Promise<Buffer>
}

declare module '*.mdx' {
  import type { ReactNode } from 'react'

  export default function PostText(): ReactNode
}
