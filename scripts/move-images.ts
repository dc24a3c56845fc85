import '#server/platform/private-files.ts'
import { join, resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { acquireInstanceLock, describeFolderInUse } from '#server/database/instance-lock.ts'
import { createImageFolder, type ImageFiles } from '#server/platform/images/image-files.ts'
import { createImageFiles, getImagesFolder } from '#server/platform/images/open-image-files.ts'
import {
  instituteIdFile,
  readInstituteId,
  toInstituteIdFile,
} from '#server/platform/institute-id.ts'
import { confirm, readCommand } from './command-line/read-command.ts'
import { type MovedImages, moveImages } from './move/move-images.ts'

const { values } = readCommand('move-images')
const { back: isBack, overwrite, 'remove-originals': removeOriginals } = values
if (overwrite) await confirm(values.yes, 'This replaces pictures that have other bytes.')
if (removeOriginals) await confirm(values.yes, 'This deletes the originals, once they were copied.')

try {
  const config = readConfig(process.env)
  const { DATA_DIR, DATABASE_URL } = config
  if (getImagesFolder(config) !== null) {
    throw new Error('Set IMAGES_URL to the bucket: s3://key:secret@host/bucket.')
  }
  if (DATABASE_URL && !values['servers-are-stopped']) {
    throw new Error('Stop every server on this database first, then add --servers-are-stopped.')
  }
  const releaseLock = acquireInstanceLock(DATA_DIR)
  if (!releaseLock) throw new Error(`${describeFolderInUse(DATA_DIR)} Stop it first.`)
  const folder = createImageFolder(resolve(values.folder ?? join(DATA_DIR, 'images')))
  const bucket = await createImageFiles(config)
  const [from, to] = isBack ? [bucket, folder] : [folder, bucket]
  if (isBack) await folder.open()
  await copyInstituteId(from, to)
  const moved = await moveImages({ from, to, overwrite, removeOriginals, print: console.log })
  await moveSetAside({ from, to, removeOriginals })
  releaseLock()
  for (const line of describe(moved, { from, to, isBack })) console.log(line)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** @throws before anything is copied where the images there are another institute's */
async function copyInstituteId(from: ImageFiles, to: ImageFiles): Promise<void> {
  const [own, other] = [await readInstituteId(from), await readInstituteId(to)]
  if (other !== null && other !== own) {
    throw new Error(`The images in ${to.place} belong to another institute. Nothing was copied.`)
  }
  if (own !== null) await to.write(instituteIdFile, toInstituteIdFile(own))
}

type MoveSetAside = Pick<Move, 'from' | 'to'> & { readonly removeOriginals: boolean }

async function moveSetAside({ from, to, removeOriginals }: MoveSetAside): Promise<void> {
  const [aside, copy] = [from.openSetAside(), to.openSetAside()]
  await copy.open()
  await moveImages({
    from: aside,
    to: copy,
    overwrite: true,
    removeOriginals,
    print: () => {},
  })
}

type Move = { readonly from: ImageFiles; readonly to: ImageFiles; readonly isBack: boolean }

function describe(moved: MovedImages, { from, to, isBack }: Move): readonly string[] {
  const { images, bytes, found, removed, checksum } = moved
  if (images === 0) return [`There are no images in ${from.place}, so nothing was copied.`]
  const [all, copied, left] = [images, images - found, found].map((n) => n.toLocaleString('en-US'))
  const start = isBack ? 'with this folder for its images' : 'with IMAGES_URL as it is now'
  return [
    `${all} images (${(bytes / 1e6).toFixed(1)} MB) are in ${to.place}, byte for byte as in ${from.place}: ${copied} were copied and read back, ${left} had been copied before. Checksum of both: ${checksum}.`,
    `Start the server ${start}; keys stay where they are.`,
    removed > 0
      ? `The originals were removed from ${from.place}.`
      : `The originals are still in ${from.place}, and people who are erased from now on stay in them: once you trust the copy, run this again with --remove-originals.`,
  ]
}
