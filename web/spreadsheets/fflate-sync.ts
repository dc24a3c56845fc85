import { type AsyncZippable, type FlateError, zipSync } from 'fflate'

export * from 'fflate'

type Callback<T> = (error: FlateError | null, data: T) => void

export function zip(files: AsyncZippable, callback: Callback<Uint8Array>) {
  let packed: Uint8Array
  try {
    packed = zipSync(files as Parameters<typeof zipSync>[0])
  } catch (error) {
    return callback(error as FlateError, new Uint8Array())
  }
  callback(null, packed)
}
