import * as contract from '#contract/accounts.ts'
import { formatInstant } from '#contract/format.ts'
import { isRefusal } from '#core/refusal.ts'
import type { Deps } from '../../deps.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import { toInstant } from '../../http/serialize.ts'
import { letNetworkIn, listSlowedNetworks } from './slowed-logins.ts'

export function slowedLoginRoutes(bind: BindEndpoint, deps: Deps) {
  bind(contract.listThrottledNetworks, () => listSlowedNetworks(deps))

  bind(contract.exemptNetwork, async ({ body: { network, period }, actor }) => {
    const letIn = await letNetworkIn(deps, { network, period, actor })
    if (isRefusal(letIn)) return letIn
    return {
      message: `Logins from ${network} are not slowed down until ${formatInstant(letIn.endsAt)}.`,
      endsAt: toInstant(letIn.endsAt),
    }
  })
}
