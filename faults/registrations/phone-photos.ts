import sharp from 'sharp'

const size = { width: 4000, height: 3000 } as const

/** As a phone takes them: 12 megapixels, 3 to 5 MB, no two alike. */
export function createPhonePhotos(count: number): Promise<Buffer[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => createPhonePhoto(n)))
}

async function createPhonePhoto(n: number): Promise<Buffer> {
  const grain = await sharp({
    create: {
      ...{ ...size, channels: 3, background: 'teal' },
      noise: { type: 'gaussian', mean: 128, sigma: 14 },
    },
  })
    .tint({ r: 90 + 20 * n, g: 140, b: 200 - 20 * n })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(grain).jpeg({ quality: 88 }).toBuffer()
}
