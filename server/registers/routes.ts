import { pluralize } from '#contract/format.ts'
import * as contract from '#contract/registers.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { listLastSeen } from '../accounts/sessions/queries.ts'
import { listBatchNames } from '../batches/member-queries.ts'
import type { Deps } from '../deps.ts'
import type { ListedWindow } from '../exam-windows/queries.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import { excuseStudents, revertExcuses } from './excuse-students.ts'
import { exportRegister } from './export-register.ts'
import { findRegisterOfWindow } from './get-register.ts'
import { findToday } from './get-today.ts'
import { serializeRegister, serializeRegisterWindow, serializeToday } from './serialize.ts'

export function registerRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, now } = deps

  bind(contract.getRegister, async ({ params }) => {
    const register = await findRegisterOfWindow(db.read, params.id, now())
    if (!register) return refuse('window-not-found')
    const ids = register.students.map(({ id }) => id)
    const batches = await listBatchNames(db.read, ids)
    const lastSeen = await listLastSeen(db.read, ids)
    return serializeRegister(register, { batches, lastSeen })
  })

  bind(contract.getToday, async () => {
    const at = now()
    const { today, week, next } = await findToday(db.read, at)
    const serialize = (window: ListedWindow) =>
      serializeRegisterWindow({ ...window, isRemoved: false }, at)
    return {
      serverTime: toInstant(at),
      today: today.map(serializeToday),
      week: week.map(({ window, expected }) => ({ ...serialize(window), expected })),
      next: next && serialize(next),
    }
  })

  bind(contract.excuseStudents, async ({ params, body, actor }) => {
    const excused = await excuseStudents(deps, { windowId: params.id, ...body, actor })
    if (isRefusal(excused)) return excused
    return { message: `${pluralize(excused.length, 'student')} excused.`, studentIds: excused }
  })

  bind(contract.revertExcuses, async ({ params, body, actor }) => {
    const { studentIds } = body
    const taken = await revertExcuses(deps, { windowId: params.id, studentIds, actor })
    if (isRefusal(taken)) return taken
    const message = `${pluralize(taken.length, 'excuse')} taken back.`
    return { message, studentIds: taken }
  })

  bind(contract.exportRegister, ({ params, query, actor, user }) =>
    exportRegister(deps, { windowId: params.id, query, actor, permissions: user.permissions }),
  )
}
