import {
  type AsyncZippable,
  type FlateError,
  type UnzipFileInfo,
  type Unzipped,
  unzipSync,
  zipSync,
} from 'fflate'

export * from 'fflate'

type Done<T> = (error: FlateError | null, data: T) => void

/** A small archive can unfold into a huge one. */
const mostUnfoldedBytes = 50 * 1024 * 1024

export function unzip(archive: Uint8Array, done: Done<Unzipped>) {
  let unfolded = 0
  const filter = ({ originalSize }: UnzipFileInfo) => {
    unfolded += originalSize
    return unfolded <= mostUnfoldedBytes
  }
  run(() => unzipSync(archive, { filter }), done)
}

export function zip(files: AsyncZippable, done: Done<Uint8Array>) {
  run(() => zipSync(files as Parameters<typeof zipSync>[0]), done)
}

function run<T>(work: () => T, done: Done<T>) {
  let result: T
  try {
    result = work()
  } catch (error) {
    return done(error as FlateError, undefined as T)
  }
  done(null, result)
}
