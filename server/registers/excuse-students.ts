import { type Refusal, refuse } from '#core/refusal.ts'
import { canExcuse, type ExcuseReason } from '#core/registers/register.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { lockExam } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import { findRegisterOfWindow } from './get-register.ts'
import {
  findRegister,
  findRegisterWindow,
  removeExcuses,
  saveExcuses,
  saveRegister,
} from './queries.ts'

type ExcuseInput = {
  readonly windowId: string
  readonly studentIds: readonly string[]
  readonly actor: Actor
}

/** Passes over those who have come, or are excused. @returns who was excused */
export async function excuseStudents(
  deps: Deps,
  { windowId, studentIds, reason, actor }: ExcuseInput & { readonly reason: ExcuseReason },
): Promise<string[] | Refusal<'window-not-found'>> {
  const { db, now } = deps
  return db.write(async (tx) => {
    const window = await findRegisterWindow(tx, windowId)
    if (!window || !(await lockExam(tx, window.examId))) return refuse('window-not-found')
    const at = now()
    const register = await findRegisterOfWindow(tx, windowId, at)
    if (!register) return refuse('window-not-found')
    const chosen = new Set(studentIds)
    const excused = register.students
      .filter(({ id, state }) => chosen.has(id) && canExcuse(state))
      .map(({ id }) => id)
    if (excused.length === 0) return []
    const known = await findRegister(tx, windowId)
    if (!known) await saveRegister(tx, register.window, { decided: 0, isComplete: false })
    await saveExcuses(tx, { windowId, studentIds: excused, reason, by: actor.id, at })
    const detail = { windowId, reason, count: excused.length, ids: excused }
    const event = { actor, action: 'register.excused', subject: register.window.examId } as const
    await audit(tx, deps, { ...event, detail }, at)
    return excused
  })
}

/** @returns whose excuse was taken back */
export async function revertExcuses(
  deps: Deps,
  { windowId, studentIds, actor }: ExcuseInput,
): Promise<string[] | Refusal<'window-not-found'>> {
  const { db, now } = deps
  return db.write(async (tx) => {
    const at = now()
    const window = await findRegisterWindow(tx, windowId)
    if (!window) return refuse('window-not-found')
    const ids = await removeExcuses(tx, windowId, [...new Set(studentIds)])
    if (ids.length === 0) return []
    const event = { actor, action: 'register.excuse-taken-back' } as const
    const detail = { windowId, count: ids.length, ids }
    await audit(tx, deps, { ...event, subject: window.examId, detail }, at)
    return ids
  })
}
