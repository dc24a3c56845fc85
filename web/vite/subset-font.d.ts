declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes?: Record<string, { readonly min: number; readonly max: number }>
    },
  ): Promise<Buffer>
}
