import { type Check, type Finding, runChecks } from './finding.ts'

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

const imagesChecks: readonly Check<ImagesFacts>[] = [
  {
    id: 'images-unavailable',
    level: 'error',
    hasProblem: ({ problem }) => problem !== null,
    problem: ({ problem }) => problem ?? '',
    remedy:
      "Correct IMAGES_URL (host, bucket, key, secret, region), this machine's clock or the storage; until then pictures are neither stored nor shown.",
  },
  {
    id: 'images-versioned',
    level: 'error',
    hasProblem: ({ problem, versioning }) => problem === null && versioning === 'Enabled',
    problem: ({ place }) =>
      `${place} keeps old versions, so erased pictures stay there, and the server cannot finish an erasure.`,
    remedy: 'Turn versioning off, and delete the old versions with the tool of its provider.',
  },
  {
    id: 'images-old-versions',
    level: 'warning',
    hasProblem: ({ problem, versioning }) =>
      problem === null && (versioning === 'Suspended' || versioning === null),
    problem: ({ place, versioning }) =>
      versioning === 'Suspended'
        ? `${place} kept old versions once, and they may still be there.`
        : `${place} does not say whether it keeps old versions.`,
    remedy:
      'Look with the tool of its provider, and delete old versions: erased pictures may be among them.',
  },
  {
    id: 'images-public',
    level: 'error',
    hasProblem: ({ isPublic }) => isPublic,
    problem: ({ place }) =>
      `Anybody may list ${place}, and perhaps read the pictures of tests that are still to come.`,
    remedy: 'Take the public access away from the bucket: the server alone needs it, with its key.',
  },
  {
    id: 'images-without-tls',
    level: 'error',
    hasProblem: ({ isReadableOnTheWay }) => isReadableOnTheWay,
    problem: ({ place }) =>
      `Pictures go to ${place} without TLS, so others on the network can read those of tests.`,
    remedy: 'Take ?tls=off out of IMAGES_URL, and give the storage a certificate if it has none.',
  },
  {
    id: 'images-left-behind',
    level: 'error',
    hasProblem: ({ left }) => left.count > 0,
    problem: ({ left, place }) =>
      `${left.count} images lie in ${left.folder}, but the server looks for them in ${place}.`,
    remedy:
      'Stop it and run npm run move-images, then again with --remove-originals: people who are erased stay in them.',
  },
]

export function checkImages(facts: ImagesFacts): Finding[] {
  return runChecks(imagesChecks, facts)
}
