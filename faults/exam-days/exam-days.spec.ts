import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { playDay } from './play-day.ts'
import { runDay } from './run-day.ts'
import { runOnBothEngines } from './run-on-both-engines.ts'

/** Calls that no act of these days makes, and why. */
const leftOut: Readonly<Record<string, string>> = {
  ...nameAll('of logins and second factors, whose codes are random', [
    ...['adminLogin', 'studentLogin', 'changePassword', 'logout', 'keepSession'],
    ...['exemptNetwork', 'reauthenticate', 'confirmSession', 'endOwnSession', 'endOtherSessions'],
    ...['addPasskey', 'beginPasskey', 'removePasskey', 'beginTotp', 'turnOnTotp', 'turnOffTotp'],
    ...['createLoginPasskeyChallenge', 'createReauthenticationPasskeyChallenge', 'dismissNotice'],
    ...['logInWithSecondFactor', 'regenerateRecoveryCodes', 'resetSecondFactor'],
  ]),
  ...nameAll('with pictures, which have faults of their own', [
    ...['register', 'completeRegistration', 'eraseIdentityImage'],
  ]),
  ...nameAll('of the email log, one email at a time', [
    'retryEmail',
    'eraseEmail',
    'sendTestEmail',
  ]),
  ...nameAll('changes nothing', ['lookUpAddresses', 'lookUpStudent']),
}

function nameAll(why: string, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, why]))
}

it('every call that changes something is made by an act, or left out for a reason', () => {
  const folder = join(import.meta.dirname, 'acts')
  const texts = /'[^'\n]*'/g
  const sources = readdirSync(folder).map((name) =>
    readFileSync(join(folder, name), 'utf8').replaceAll(texts, ''),
  )
  const writes = Object.entries(endpoints).filter(([, { method }]) => method !== 'GET')
  const unmade = writes.flatMap(([name]) =>
    sources.some((source) => new RegExp(`\\b${name}\\b`).test(source)) ? [] : [name],
  )
  expect(unmade.toSorted()).toEqual(Object.keys(leftOut).toSorted())
})

/** More of them: `npm run faults -- exam-days --long`. */
const seeds = process.env.ENGINE === 'postgres' ? [1, 2] : [1, 2, 3, 4, 5, 6]

it.each(seeds)('no page of an exam day contradicts another one, seed %i', async (seed) => {
  const databaseUrl = process.env.ENGINE === 'postgres' ? inject('postgresUrl') : null
  const day = await playDay(seed, (acts) =>
    databaseUrl ? runOnBothEngines(acts, databaseUrl) : runDay(acts),
  )
  expect('failure' in day ? day.failure : null).toBeNull()
})
