import { isLoopback } from '../network-address.ts'

/** A bucket of S3-compatible storage. */
export type BucketAddress = {
  /** `https://host:port/bucket`. */
  readonly endpoint: string
  /** Prefix of the keys of all objects: '' or `folder/`. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Null: what the host's name says, else us-east-1. */
  readonly region: string | null
}

const scheme = 's3:'
const form = 's3://key:secret@host/bucket'
const escapes = 'with %2F for each / in the secret'
const knownParameters = ['region', 'tls']
const path = /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/

/** A folder has no scheme. */
export function isBucketUrl(imagesUrl: string): boolean {
  return imagesUrl.startsWith(`${scheme}//`)
}

/** Null, or why IMAGES_URL can be neither a folder nor a bucket. Repeats nothing of it. */
export function validateImagesUrl(imagesUrl: string): string | null {
  if (!imagesUrl.includes('://')) return null
  if (!isBucketUrl(imagesUrl)) return `Name a folder, or a bucket as ${form}`
  const url = URL.parse(imagesUrl)
  if (!url || !isDecodable(url.username) || !isDecodable(url.password)) {
    return `Write the bucket as ${form}, ${escapes}`
  }
  const { hostname, pathname, searchParams } = url
  if (!url.username || !url.password) {
    return `The access key or its secret is missing: ${form}, ${escapes}`
  }
  if (!hostname) return `Name the host of the storage: ${form}`
  if (!path.test(pathname)) return `Name the bucket, and a folder in it if you like: ${form}/folder`
  const tls = searchParams.get('tls')
  const isKnown = [...searchParams.keys()].every((name) => knownParameters.includes(name))
  if (!isKnown || (tls !== null && tls !== 'off')) {
    return 'Only ?region=… and ?tls=off are understood'
  }
  return null
}

/** Takes a valid URL. Path style, since not every host has a name for each bucket. */
export function parseBucketUrl(imagesUrl: string): BucketAddress {
  const { username, password, host, pathname, searchParams } = new URL(imagesUrl)
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
  const protocol = searchParams.get('tls') === 'off' ? 'http' : 'https'
  return {
    endpoint: `${protocol}://${host}/${bucket}`,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region'),
  }
}

/** For people: the folder, or the bucket without its keys. */
export function describeImagesUrl(imagesUrl: string): string {
  return isBucketUrl(imagesUrl) ? describeBucket(parseBucketUrl(imagesUrl)) : imagesUrl
}

/** For people and logs: without the keys. */
export function describeBucket({ endpoint, prefix }: BucketAddress): string {
  const { host, pathname } = new URL(endpoint)
  return `${scheme}//${host}${pathname}/${prefix}`.replace(/\/$/, '')
}

/** Whether pictures travel over a network that others may listen to. */
export function isReadableOnTheWay({ endpoint }: BucketAddress): boolean {
  const { protocol, hostname } = new URL(endpoint)
  return protocol === 'http:' && !isLoopback(hostname)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
