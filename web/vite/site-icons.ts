import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { site } from '#site'
import { findInstituteFile, readOwnColors } from '../../institute-folder.ts'

const colors = readOwnColors()
/** The page's ground in tokens.css. */
export const pageColors = {
  light: colors.get('--gray-0') ?? '#fcfbf8',
  dark: colors.get('--dark-7') ?? '#0d191c',
}
const pageColor = pageColors.light
const icon = readFileSync(findInstituteFile('icon.svg'))

type IconFile = { readonly fileName: string; readonly source: string | Uint8Array }

/**
 * All drawn from the one icon. Programs that know no SVG ask for /favicon.ico, and home screens for
 * /apple-touch-icon.png, without a link.
 */
export async function buildSiteIcons(): Promise<readonly IconFile[]> {
  return [
    { fileName: 'favicon.ico', source: buildIco(await Promise.all(icoSizes.map(drawIcon))) },
    { fileName: 'apple-touch-icon.png', source: await drawOnPage(180) },
    ...(await Promise.all(
      manifestSizes.map(async (size) => ({
        fileName: `icon-${size}.png`,
        source: await drawOnPage(size),
      })),
    )),
    { fileName: 'manifest.webmanifest', source: buildManifest() },
  ]
}

const icoSizes = [16, 32, 48] as const
const manifestSizes = [192, 512] as const

type Drawing = { readonly size: number; readonly png: Buffer }

async function drawIcon(size: number): Promise<Drawing> {
  const png = await sharp(icon, { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer()
  return { size, png }
}

/** Home screens cut a circle or a square with round corners: the icon keeps a fifth of room. */
async function drawOnPage(size: number): Promise<Buffer> {
  const { png } = await drawIcon(Math.round(size * 0.6))
  return sharp({ create: { width: size, height: size, channels: 3, background: pageColor } })
    .composite([{ input: png }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** A header of 6 bytes, an entry of 16 for each image, then the images, which may be PNG. */
export function buildIco(drawings: readonly Drawing[]): Buffer {
  const head = Buffer.alloc(6 + 16 * drawings.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(drawings.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of drawings.entries()) {
    const entry = 6 + 16 * index
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...drawings.map(({ png }) => png)])
}

function buildManifest(): string {
  return JSON.stringify({
    name: site.product,
    short_name: site.product,
    lang: site.language,
    start_url: '/',
    // In a window of its own the page's room changes, which a quiz would have to tell from developer tools.
    display: 'browser',
    background_color: pageColor,
    theme_color: pageColor,
    icons: manifestSizes.map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  })
}
