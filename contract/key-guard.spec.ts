import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { WouldReveal } from './key-guard.ts'

/** Rights of staff whose actions may let somebody take a test, or show its key. */
const guardedRights = ['results.release', 'attempts.adjust', 'windows.edit', 'exams.edit']

/** Why an act of theirs needs no question. */
const harmless: Readonly<Record<string, string>> = {
  decideLateAnswers: 'concerns what was answered before the end',
  resendResult: 'a letter about a result that is released, or none',
  addTime: 'an attempt that runs goes on running',
  addTimeToExam: 'as above',
  setExtraTime: 'attempts that are started later, which windows let in',
  postponeRegistrations: 'as above',
  undoLiveAction: 'less than before',
  revertDecision: 'lets nobody sit',
  unreleaseResults: 'hides the key',
  createExam: 'a new test has no results',
  duplicateExam: 'as above, and it is not released',
  updateWindowEmails: 'lets nobody sit',
  deleteExam: 'lets nobody sit',
  eraseExam: 'as above',
  restoreExam: 'as it was before its deletion, when all that was asked',
}

const listRights = ({ access }: Endpoint) => [access ?? []].flat()

const acts = Object.entries(endpoints as Readonly<Record<string, Endpoint>>).filter(
  ([, one]) =>
    one.method !== 'GET' && listRights(one).some((right) => guardedRights.includes(right)),
)

it.each(acts)('%s asks before it reveals a key, or need not', (name, one) => {
  const isGuarded = one.refusals?.includes('key-still-needed') ?? false
  expect(isGuarded, harmless[name] ?? 'neither guarded nor harmless').toBe(!(name in harmless))
  if (!isGuarded) return
  const { error } = one.body?.safeParse({ confirm: 'perhaps' }) ?? {}
  expect(
    error?.issues.map(({ path }) => path.join()),
    'takes confirm',
  ).toContain('confirm')
  const { wouldReveal } = one.reply instanceof z.ZodObject ? one.reply.shape : {}
  // Left out of the one reply that the spec has word by word, while there is nobody.
  const schema = wouldReveal instanceof z.ZodOptional ? wouldReveal.unwrap() : wouldReveal
  expect(schema, 'says who could still sit').toBe(WouldReveal)
})
