import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { test } from '@playwright/test'
import sharp from 'sharp'
import { maxImageBytes } from '#core/images/image-limits.ts'

/**
 * More than the server takes: a film stands behind the picture, as in a phone's moving photo.
 * @returns its path
 */
export async function createLargePhoto({ orientation = 1 } = {}): Promise<string> {
  const picture = await sharp({
    create: { width: 2400, height: 1800, channels: 3, background: 'teal' },
  })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()
  return saveFile('photo.jpg', Buffer.concat([picture, randomBytes(maxImageBytes)]))
}

/** The browser reads a file itself; bytes would be decoded by a script in the page. */
export async function saveFile(name: string, bytes: Buffer): Promise<string> {
  const path = test.info().outputPath(name)
  await writeFile(path, bytes)
  return path
}
