import { advise, type Finding, mend } from './finding.ts'

/** Images in a bucket of S3-compatible storage. */
export type ImagesFacts = {
  /** Host and bucket. */
  readonly place: string
  /** Why no picture could be stored or shown now, in a sentence; null if nothing is wrong. */
  readonly problem: string | null
  /** Whether the bucket keeps what is deleted; null where it does not say. */
  readonly versioning: 'Enabled' | 'Suspended' | 'off' | null
  /** Whether anybody may list it. */
  readonly isPublic: boolean
  /** Whether others on the network may read what is sent. */
  readonly isReadableOnTheWay: boolean
  /** Images that lie where the server would keep them without the bucket. */
  readonly left: { readonly folder: string; readonly count: number }
}

export function judgeImages(facts: ImagesFacts): Finding[] {
  const { place, problem, isPublic, isReadableOnTheWay, left } = facts
  return [
    ...(problem === null
      ? judgeVersioning(facts)
      : [
          mend(
            'images-unavailable',
            problem,
            "Mend IMAGES_URL (host, bucket, key, secret, region), this machine's clock or the storage; until then pictures are neither stored nor shown.",
          ),
        ]),
    ...(isPublic
      ? [
          mend(
            'images-public',
            `Anybody may list ${place}, and perhaps read the pictures of tests that are still to come.`,
            'Take the public access away from the bucket: the server alone needs it, with its key.',
          ),
        ]
      : []),
    ...(isReadableOnTheWay
      ? [
          mend(
            'images-without-tls',
            `Pictures go to ${place} without TLS, so others on the network can read those of tests.`,
            'Take ?tls=off out of IMAGES_URL, and give the storage a certificate if it has none.',
          ),
        ]
      : []),
    ...(left.count > 0
      ? [
          mend(
            'images-left-behind',
            `${left.count} images lie in ${left.folder}, but the server looks for them in ${place}.`,
            'Stop it and run npm run move-images, then again with --remove-originals: people who are erased stay in them.',
          ),
        ]
      : []),
  ]
}

function judgeVersioning({ place, versioning }: ImagesFacts): Finding[] {
  if (versioning === 'off') return []
  if (versioning === 'Enabled') {
    return [
      mend(
        'images-versioned',
        `${place} keeps old versions, so erased pictures stay there, and the server cannot finish an erasure.`,
        'Turn versioning off, and delete the old versions with the tool of its provider.',
      ),
    ]
  }
  const is =
    versioning === 'Suspended'
      ? `${place} kept old versions once, and they may still be there.`
      : `${place} does not say whether it keeps old versions.`
  return [
    advise(
      'images-old-versions',
      is,
      'Look with the tool of its provider, and delete old versions: erased pictures may be among them.',
    ),
  ]
}
