import * as contract from '#contract/staff.ts'
import { isLastOwner, isStaffRole } from '#core/accounts/permissions.ts'
import { getSetUpDueAt } from '#core/accounts/second-factor.ts'
import { isRefusal } from '#core/refusal.ts'
import { selectPage } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstantOrNull } from '../http/serialize.ts'
import {
  changeStaffRole,
  endStaffSessions,
  inviteStaff,
  resetStaffSecondFactor,
  setStaffDisabled,
  toOwner,
  toStaffVersion,
} from './manage-staff.ts'
import { listOwners, listStaff, type StaffMember } from './staff-queries.ts'

export function staffRoutes(bind: BindEndpoint, deps: Deps) {
  const { db } = deps
  const { requirement } = deps.secondFactor

  bind(contract.listStaff, async ({ query }) =>
    selectPage(await serializeAll(await listStaff(db.read)), query, {
      name: ({ name }) => name,
      texts: ({ email }) => [email],
      isOldestFirst: true,
    }),
  )

  bind(contract.inviteStaff, async ({ body, actor }) => {
    const invited = await inviteStaff(deps, { ...body, actor })
    if (isRefusal(invited)) return invited
    const { email } = invited.member
    const member = await serialize(invited.member)
    if (body.deliver === 'show') {
      const { password } = invited
      return { message: 'This password is shown once. It works for 72 hours.', member, password }
    }
    const message = deps.mail.isSetUp
      ? `The invitation is on its way to ${email}.`
      : `Mail is not set up: the invitation to ${email} goes to the outbox folder.`
    return { message, member }
  })

  bind(contract.changeStaffRole, async ({ params, body, actor }) => {
    const changed = await changeStaffRole(deps, { ...params, ...body, actor })
    if (isRefusal(changed)) return changed
    return { message: `The role of ${changed.name} is changed.`, member: await serialize(changed) }
  })

  bind(contract.disableStaff, async ({ params, body, actor }) => {
    const { disabled: isDisabled, basedOn } = body
    const changed = await setStaffDisabled(deps, { ...params, basedOn, isDisabled, actor })
    if (isRefusal(changed)) return changed
    const message = `The account of ${changed.name} is ${isDisabled ? 'disabled' : 'enabled'}.`
    return { message, member: await serialize(changed) }
  })

  bind(contract.endStaffSessions, async ({ params, actor }) => {
    const ended = await endStaffSessions(deps, { ...params, actor })
    if (isRefusal(ended)) return ended
    const message = `${ended === 1 ? '1 session has' : `${ended} sessions have`} ended.`
    return { message, ended }
  })

  bind(contract.resetSecondFactor, async ({ params, actor }) => {
    const member = await resetStaffSecondFactor(deps, { ...params, actor })
    if (isRefusal(member)) return member
    const message = `${member.name} logs in with the password alone now.`
    return { message, member: await serialize(member) }
  })

  async function serialize(member: StaffMember) {
    const [serialized] = await serializeAll([member])
    return serialized as contract.StaffMember
  }

  async function serializeAll(staff: readonly StaffMember[]): Promise<contract.StaffMember[]> {
    const owners = await listOwners(db.read)
    return staff.map((member) => {
      const { hasSecondFactor, secondFactorAskedAt: askedAt } = member
      const dueAt = getSetUpDueAt({ requirement, hasSecondFactor, askedAt })
      const isOwner = owners.some(({ id }) => id === member.id)
      return {
        _id: member.id,
        name: member.name,
        email: member.email,
        role: isStaffRole(member.staffRole ?? '') ? (member.staffRole as never) : null,
        state: toState(member),
        invitedUntil: toInstantOrNull(member.oneTime?.expiresAt ?? null),
        disabledAt: toInstantOrNull(member.disabledAt),
        disabledBy: member.disabledBy,
        secondFactor: {
          totp: member.hasTotp,
          passkeys: member.passkeys,
          recoveryCodesLeft: member.recoveryCodesLeft,
          dueAt: toInstantOrNull(dueAt),
        },
        sessions: member.sessions,
        lastSeenAt: toInstantOrNull(member.lastSeenAt),
        isLastOwner: isOwner && isLastOwner(member.id, owners.map(toOwner)),
        version: toStaffVersion(member),
      }
    })
  }
}

function toState({ isDisabled, passwordHash }: StaffMember): contract.StaffMember['state'] {
  if (isDisabled) return 'disabled'
  return passwordHash === null ? 'invited' : 'active'
}
