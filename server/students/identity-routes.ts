import * as contract from '#contract/identity.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { checkIdentity, eraseIdentityImage, readIdentity, viewIdentityImage } from './identity.ts'
import { findStudent } from './queries.ts'

export function identityRoutes(bind: BindEndpoint, deps: Deps) {
  bind(contract.getIdentityImage, ({ params, actor }) =>
    viewIdentityImage(deps, { ...params, actor }),
  )

  bind(contract.getIdentity, async ({ params }) => {
    const student = await findStudent(deps.db.read, params.id)
    return student ? readIdentity(deps, student) : refuse('student-not-found')
  })

  bind(contract.markIdentity, ({ params, body, actor }) =>
    checkIdentity(deps, { id: params.id, checked: body.checked, actor }),
  )

  bind(contract.eraseIdentityImage, async ({ params, actor }) => {
    const erased = await eraseIdentityImage(deps, { ...params, actor })
    if (isRefusal(erased)) return erased
    return { message: `The picture of the ${params.side} is erased.`, identity: erased }
  })
}
