import { logout } from '#contract/current-session.ts'
import { deleteExam } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import { getAnswers } from '#contract/results.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  expectSingleChoice,
} from '#test/factories.ts'
import type { UnreliableAttemptInput } from './disruptions.ts'
import { expect, test } from './fixtures.ts'
import { getOnlyAttempt } from './student-actions.ts'
import { runUnreliableAttempt } from './unreliable-attempt.ts'
import { openUnreliableClient, type UnreliableClient } from './unreliable-client.ts'
import { runUnreliableFreeAttempt } from './unreliable-free-attempt.ts'

/** `SEED=17` repeats one round. */
const listSeeds = (shortRounds: number) =>
  process.env.SEED
    ? process.env.SEED.split(',').map(Number)
    : Array.from({ length: process.env.LONG ? 200 : shortRounds }, (_, n) => n + 1)
const questionCount = 4
const clientCount = process.env.LONG ? 4 : 2

async function forwardRound(client: UnreliableClient, input: UnreliableAttemptInput) {
  const { choices, counts } = await runUnreliableAttempt(client, input)
  expect(choices.size).toBe(questionCount)
  return { answers: [...choices.values()], counts }
}

for (const [navigation, runRound, seeds] of [
  ['forward', forwardRound, listSeeds(1)],
  ['free', runUnreliableFreeAttempt, listSeeds(1)],
] as const) {
  test(`a ${navigation} paper loses no answer shown as saved or waiting (${pluralize(seeds.length, 'round')})`, {
    tag: '@long',
  }, async ({ testApp, complaints: _ }) => {
    test.setTimeout(300_000 + seeds.length * 60_000)
    const admin = await testApp.createAdmin()
    const totals = {
      rounds: 0,
      answers: 0,
      acknowledged: 0,
      crashes: 0,
      reloads: 0,
      cuts: 0,
      badCalls: 0,
    }
    const failures: string[] = []
    const remainingSeeds = [...seeds]

    async function runSeed(client: UnreliableClient, seed: number) {
      const exam = await createReleasedExam(admin, {
        title: `Node JS ${String(seed).padStart(3, '0')}`,
        questions: createQuestions(questionCount),
        integrityMode: 'observe',
        navigation,
      })
      const student = await createStudent(testApp)
      const { answers, counts } = await runRound(client, { student, exam, seed })
      const params = { testId: exam._id, studentId: student.id }
      const { json } = await admin.request(getAnswers, { params })
      for (const { question, option, isAcknowledged } of answers) {
        const savedAnswer = json.answers
          .map(expectSingleChoice)
          .find(({ questionText }) => questionText === question)
        totals.answers += 1
        if (isAcknowledged) totals.acknowledged += 1
        if (savedAnswer?.selectedAnswer === option) continue
        const acknowledged = isAcknowledged ? 'promised' : 'not promised'
        failures.push(
          `seed ${seed}: ${question}: ${option} (${acknowledged}), ${savedAnswer?.selectedAnswer}`,
        )
      }
      const attempt = await getOnlyAttempt(admin, exam._id)
      if (attempt?.finishReason !== 'Completed') {
        failures.push(`seed ${seed}: ${attempt?.finishReason}`)
      }
      await student.request(logout)
      await admin.request(deleteExam, { params: { id: exam._id } })
      totals.rounds += 1
      for (const [name, count] of Object.entries(counts)) {
        totals[name as keyof typeof counts] += count
      }
    }

    async function runSeeds() {
      let client = await openUnreliableClient(testApp.url)
      for (let seed = remainingSeeds.shift(); seed !== undefined; seed = remainingSeeds.shift()) {
        const [since, before] = [performance.now(), failures.length]
        try {
          await runSeed(client, seed)
        } catch (error) {
          failures.push(`seed ${seed}: ${error}\nOn screen: ${await client.screen()}`)
          await client.dispose()
          client = await openUnreliableClient(testApp.url)
        }
        const seconds = ((performance.now() - since) / 1000).toFixed(1)
        if (process.env.LONG) console.log(`seed ${seed}: ${seconds} s`, ...failures.slice(before))
      }
      await client.dispose()
    }

    const since = performance.now()
    const length = Math.min(clientCount, seeds.length)
    await Promise.all(Array.from({ length }, runSeeds))
    console.log(totals, `in ${Math.round((performance.now() - since) / 1000)} s`)
    expect(failures, 'play a seed again with SEED=<seed>').toEqual([])
  })
}
