import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import {
  type BucketAddress,
  describeBucket,
  isReadableOnTheWay,
  parseBucketUrl,
} from '#server/platform/images/bucket-url.ts'
import { toImageId } from '#server/platform/images/image-files.ts'
import { getImagesFolder } from '#server/platform/images/open-image-files.ts'
import { type CallS3, createS3Client } from '#server/platform/images/s3-client.ts'
import type { ImagesFacts } from './check-images.ts'

const timeoutMs = 5_000
const listing = { 'list-type': '2', 'max-keys': '1' }

/** Null where images are in a folder. Nothing is written, and no object is read. */
export async function readImages(config: Config): Promise<ImagesFacts | null> {
  const { IMAGES_URL, DATA_DIR } = config
  if (IMAGES_URL === undefined || getImagesFolder(config) !== null) return null
  const address = parseBucketUrl(IMAGES_URL)
  const call = createS3Client(address, { readMs: timeoutMs })
  const folder = join(DATA_DIR, 'images')
  const [problem, versioning, isPublic, names] = await Promise.all([
    call({ method: 'GET', query: { ...listing, prefix: address.prefix } }).then(
      () => null,
      ({ message }: Error) => message,
    ),
    readVersioning(call).catch(() => null),
    isListedForAnybody(address),
    readdir(folder).catch(() => []),
  ])
  return {
    place: describeBucket(address),
    problem,
    versioning,
    isPublic,
    isReadableOnTheWay: isReadableOnTheWay(address),
    left: { folder, count: names.filter(toImageId).length },
  }
}

async function readVersioning(call: CallS3): Promise<ImagesFacts['versioning']> {
  const text = (await call({ method: 'GET', query: { versioning: '' } })).bytes.toString('utf8')
  const [, status] = /<Status>(Enabled|Suspended)<\/Status>/.exec(text) ?? []
  if (status === 'Enabled' || status === 'Suspended') return status
  // A bucket that never had versions says so by an empty element.
  return text.includes('<VersioningConfiguration') ? 'off' : null
}

async function isListedForAnybody({ endpoint }: BucketAddress): Promise<boolean> {
  const url = `${endpoint}?${new URLSearchParams(listing)}`
  const reply = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null)
  await reply?.body?.cancel()
  return reply?.ok ?? false
}
