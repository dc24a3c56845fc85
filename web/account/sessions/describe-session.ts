import type { EndedSession, OwnSession } from '#contract/sessions.ts'
import { formatDate, formatTime } from '../../ui/format-time.ts'

const methods: Readonly<Record<OwnSession['method'], string>> = {
  password: 'password',
  'one-time-password': 'a one-time password',
  totp: 'password and app',
  passkey: 'password and passkey',
  'recovery-code': 'password and recovery code',
}

const reasons: Readonly<Record<EndedSession['endReason'], string>> = {
  logout: 'by Logout',
  idle: 'after a time without use',
  age: 'after the longest time a session may last',
  ended: 'ended from another session',
  replaced: 'by another login in the same browser',
  'password-changed': 'by a change of password',
  reset: 'by the institute',
}

/** "9:12 am" today, else "20 Nov 2026, 11:48 pm". */
function describeTime(iso: string, now: number): string {
  const day = formatDate(iso)
  const time = formatTime(Date.parse(iso))
  return day === formatDate(new Date(now).toISOString()) ? time : `${day}, ${time}`
}

export function describeSession(session: OwnSession, now: number): string {
  const { address, beganAt, method, usedAt, isThis } = session
  const usedTime = isThis ? 'now' : describeTime(usedAt, now)
  return `${address || 'Unknown network'}. Began ${describeTime(beganAt, now)} with ${methods[method]}, used ${usedTime}`
}

export function describeEnd({ beganAt, endedAt, endReason }: EndedSession, now: number): string {
  const isSameDay = formatDate(beganAt) === formatDate(endedAt)
  const endTime = isSameDay ? formatTime(Date.parse(endedAt)) : describeTime(endedAt, now)
  return `${formatDate(beganAt)}, ${formatTime(Date.parse(beganAt))} to ${endTime}, ${reasons[endReason]}`
}
