import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { type BucketAddress, describeBucket } from './bucket-url.ts'
import { type ImageFiles, ImagesUnavailableError, setAsideName, toImageId } from './image-files.ts'
import { type CallS3, createS3Client, type S3Reply, type S3Timing } from './s3-client.ts'

type ImageBucketOptions = {
  readonly timing?: Partial<S3Timing>
  readonly keysPerPage?: number
  /** Called when the first call fails, and with null when one succeeds again. */
  readonly onChange?: (problem: Error | null) => void
}

/** Objects of S3-compatible storage, which are whole or not there at all by themselves. */
export function createImageBucket(
  address: BucketAddress,
  options: ImageBucketOptions = {},
): ImageFiles {
  const { timing, keysPerPage = 1_000, onChange = () => {} } = options
  const { prefix } = address
  const place = describeBucket(address)
  const { call, isFailing } = watchCalls(createS3Client(address, timing), onChange)
  const reading = new Map<string, Promise<Buffer | null>>()

  async function readOnce(name: string): Promise<Buffer | null> {
    const { isFound, bytes } = await call({ method: 'GET', key: prefix + name })
    return isFound ? bytes : null
  }

  return {
    place,
    isFailing,
    // Not waited for: a test does not need its pictures as it needs its answers.
    async open() {
      call({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1', prefix } }).catch(() => {})
    },
    async write(name, bytes) {
      await call({ method: 'PUT', key: prefix + name, body: bytes })
    },
    /** A class that begins at the same moment asks for the same picture: it is fetched once. */
    read(name) {
      const running = reading.get(name)
      if (running) return running
      const started = readOnce(name).finally(() => reading.delete(name))
      reading.set(name, started)
      return started
    },
    has: async (name) => (await call({ method: 'HEAD', key: prefix + name })).isFound,
    async remove(names) {
      const replies = await Promise.all(
        names.map((name) => call({ method: 'DELETE', key: prefix + name })),
      )
      if (replies.some(isKeptAsOldVersion)) {
        throw new ImagesUnavailableError(
          `${place} keeps old versions, so what is erased stays there: turn versioning off.`,
        )
      }
    },
    async list() {
      const objects: Listing['Contents'] = []
      for (let token: string | undefined = ''; token !== undefined; ) {
        const { bytes } = await call({
          method: 'GET',
          query: {
            'list-type': '2',
            'max-keys': String(keysPerPage),
            prefix,
            ...(token && { 'continuation-token': token }),
          },
        })
        const page = parseListing(bytes, place)
        objects.push(...page.Contents)
        token = page.NextContinuationToken
      }
      return objects.flatMap(({ Key, LastModified }) => {
        const name = Key.startsWith(prefix) ? Key.slice(prefix.length) : ''
        return toImageId(name) ? [{ name, writtenAt: Date.parse(LastModified) }] : []
      })
    },
    openSetAside: () =>
      createImageBucket({ ...address, prefix: `${prefix}${setAsideName}/` }, options),
  }
}

/** Says once that the bucket fails, not once for each of a thousand pictures. */
function watchCalls(call: CallS3, onChange: (problem: Error | null) => void) {
  let isFailing = false
  const watched: CallS3 = async (input) => {
    try {
      const reply = await call(input)
      if (isFailing) onChange(null)
      isFailing = false
      return reply
    } catch (error) {
      if (error instanceof ImagesUnavailableError && !isFailing) {
        isFailing = true
        onChange(error)
      }
      throw error
    }
  }
  return { call: watched, isFailing: () => isFailing }
}

/** With versioning on, a deletion only hides; an object from before has the version "null". */
function isKeptAsOldVersion({ headers }: S3Reply): boolean {
  const version = headers.get('x-amz-version-id')
  return version !== null && version !== 'null'
}

const Listing = z
  .object({
    IsTruncated: z.enum(['true', 'false']),
    NextContinuationToken: z.string().optional(),
    Contents: z.array(z.object({ Key: z.string(), LastModified: z.iso.datetime() })).default([]),
  })
  .refine(({ IsTruncated, NextContinuationToken: token }) => (IsTruncated === 'true') === !!token)
type Listing = z.output<typeof Listing>

const parser = new XMLParser({
  parseTagValue: false,
  // Neither a key nor a token has any, but each ETag has two.
  processEntities: false,
  isArray: (name) => name === 'Contents',
})

/** Strict: a page that is read as an empty one would look as if no image were there. */
function parseListing(bytes: Buffer, place: string): Listing {
  const { data } = Listing.safeParse(parseXml(bytes.toString('utf8')).ListBucketResult)
  if (!data) throw new ImagesUnavailableError(`${place} answers with something that is no list.`)
  return data
}

function parseXml(text: string): { readonly ListBucketResult?: unknown } {
  try {
    return parser.parse(text)
  } catch {
    return {}
  }
}
