import {
  type AsyncZippable,
  type FlateError,
  type UnzipFileInfo,
  type Unzipped,
  unzipSync,
  zipSync,
} from 'fflate'

export * from 'fflate'

type Callback<T> = (error: FlateError | null, data: T) => void

/** A small archive can unfold into a huge one. */
const maxUnpackedBytes = 50 * 1024 * 1024

export function unzip(archive: Uint8Array, callback: Callback<Unzipped>) {
  let unpackedBytes = 0
  const filter = ({ originalSize }: UnzipFileInfo) => {
    unpackedBytes += originalSize
    return unpackedBytes <= maxUnpackedBytes
  }
  run(() => unzipSync(archive, { filter }), callback)
}

export function zip(files: AsyncZippable, callback: Callback<Uint8Array>) {
  run(() => zipSync(files as Parameters<typeof zipSync>[0]), callback)
}

function run<T>(work: () => T, callback: Callback<T>) {
  let result: T
  try {
    result = work()
  } catch (error) {
    return callback(error as FlateError, undefined as T)
  }
  callback(null, result)
}
