import { expect, it } from 'vitest'
import { maxImageBytes } from '#core/images/image-limits.ts'
import {
  describeTooLarge,
  findPastedImage,
  formatSize,
  isHeic,
  validatePhoto,
} from './image-file.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const file = (header: readonly number[], size = header.length) => {
  const bytes = new Uint8Array(size)
  bytes.set(header)
  return new File([bytes], 'card.jpg')
}

it.each([
  ['JPEG', [0xff, 0xd8, 0xff, 0xe0]],
  ['PNG', png],
  ['WebP', [...'RIFF\0\0\0\0WEBP'].map((letter) => letter.charCodeAt(0))],
])('takes a %s', async (_, bytes) => {
  expect(await validatePhoto(file(bytes))).toBeUndefined()
})

it('names the file that the server found too large', () => {
  expect(describeTooLarge('Aadhaar card, back')).toBe(
    'The file for Aadhaar card, back is larger than 5 MB. Choose a smaller image.',
  )
})

it('judges a file by its bytes, not by its name', async () => {
  const pdf = file([...'%PDF-1.7'].map((letter) => letter.charCodeAt(0)))
  expect(await validatePhoto(pdf)).toBe(
    'The file is not a JPEG, PNG or WebP image. Choose another one.',
  )
  expect(await validatePhoto(file([]))).toMatch(/not a JPEG/)
})

it('formats a size in a readable unit', () => {
  expect([10, 640 * 1024, 1.2 * 1024 * 1024].map(formatSize)).toEqual(['1 KB', '640 KB', '1.2 MB'])
})

const toBytes = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

it.each(['heic', 'heix', 'mif1', 'hevc'])(
  'recognises an iPhone photo by its brand %s',
  async (brand) => {
    const photo = file(toBytes(`\0\0\0\u0018ftyp${brand}`))
    expect(await isHeic(photo)).toBe(true)
    expect(await validatePhoto(photo), 'the browser may know it').toBeUndefined()
  },
)

it('does not mistake a video for a photo', async () => {
  const video = file(toBytes('\0\0\0\u0018ftypisom'))
  expect(await isHeic(video)).toBe(false)
  expect(await validatePhoto(video)).toMatch(/not a JPEG/)
})

it('accepts a photo above 5 MB where it is made smaller first', async () => {
  expect(await validatePhoto(file(png, maxImageBytes + 1))).toBeUndefined()
})

const screenshot = new File([], 'image.png', { type: 'image/png' })

it.each([
  { title: 'a screenshot', types: ['Files'], files: [screenshot], taken: true },
  { title: 'a picture of a page', types: ['text/html', 'Files'], files: [screenshot], taken: true },
  { title: 'words', types: ['text/plain'], files: [], taken: false },
  {
    title: 'words that come with their picture',
    types: ['text/plain', 'text/html', 'Files'],
    files: [screenshot],
    taken: false,
  },
  {
    title: 'a file that is no picture',
    types: ['Files'],
    files: [new File([], 'a.pdf', { type: 'application/pdf' })],
    taken: false,
  },
])('finds the image in a paste of $title: $taken', ({ types, files, taken }) => {
  expect(findPastedImage({ types, files })).toBe(taken ? screenshot : null)
})
