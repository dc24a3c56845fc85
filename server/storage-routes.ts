import * as contract from '#contract/storage.ts'
import type { Deps } from './deps.ts'
import type { Serve } from './serve.ts'

export function storageRoutes(serve: Serve, { disk }: Deps) {
  serve(contract.getStorage, () => disk.look())
}
