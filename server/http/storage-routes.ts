import * as contract from '#contract/storage.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from './bind-endpoint.ts'

export function storageRoutes(serve: BindEndpoint, { disk }: Deps) {
  serve(contract.getStorage, () => disk.check())
}
