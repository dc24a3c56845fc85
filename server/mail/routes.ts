import * as contract from '#contract/mail.ts'
import type { Deps } from '../deps.ts'
import type { Serve } from '../serve.ts'

export function mailRoutes(serve: Serve, { mail }: Deps) {
  serve(contract.getMailSetup, () => ({ isSetUp: mail.isSetUp }))
}
