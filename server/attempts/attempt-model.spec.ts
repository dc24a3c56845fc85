import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forcedReasons } from '#core/attempts/attempt.ts'
import { eventKinds } from '#core/proctoring/policy.ts'
import type { Command, ExamRules, ModelAnswer } from '#test/attempt-commands.ts'
import { createAttemptModel, questionCount } from '#test/attempt-model.ts'
import { createModelRunner } from '#test/attempt-model-runner.ts'
import { isLongRun, pickByRunLength } from '#test/long-run.ts'

const waitMs = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.nat(3_000) },
  { weight: 1, arbitrary: fc.nat(80_000) },
  // To the millisecond around the end of a minute and of the grace after it.
  { weight: 1, arbitrary: fc.constantFrom(60_000, 75_000, 75_001) },
  // The same, around the moment when the clock of a reopened attempt starts by itself.
  { weight: 1, arbitrary: fc.constantFrom(1_799_999, 1_800_000, 1_875_000) },
)

/** Few numbers, so that repeats, equals and late-comers are common; one question is not there. */
const chosen: fc.Arbitrary<ModelAnswer> = fc.record({
  question: fc.nat(questionCount - 1),
  option: fc.oneof(fc.constant(0), fc.nat(3)),
  sequence: fc.option(fc.nat(8), { nil: undefined, freq: 5 }),
})
const unknownQuestion: fc.Arbitrary<ModelAnswer> = fc.constant({
  question: questionCount,
  option: 0,
  sequence: 1,
})
const anyChosen = fc.oneof(
  { weight: 15, arbitrary: chosen },
  { weight: 1, arbitrary: unknownQuestion },
)
const answers = fc.array(anyChosen, { maxLength: 4 })
/** Which arrives first does not matter where no two have the same number. */
const atOnce = fc.uniqueArray(
  chosen.map((one) => ({ ...one, sequence: one.sequence ?? 9 })),
  { minLength: 1, maxLength: 6, selector: ({ sequence }) => sequence },
)
const back = fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) })
const times = fc.constantFrom(1, 1, 2)
const minutes = fc.integer({ min: 1, max: 2 })
const eb = <const T extends string>(word: T) => fc.constant(word)

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ waitMs, type: eb('start') }) },
  {
    weight: 12,
    arbitrary: fc.record({
      waitMs,
      back,
      type: eb('answer'),
      chosen: fc.oneof(
        anyChosen.map((one) => [one]),
        anyChosen.map((one) => [one, one]),
        atOnce,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      waitMs,
      back,
      type: eb('finish'),
      answers,
      times,
      reportedReason: fc.constantFrom(
        undefined,
        'Completed',
        'Time expired',
        'nonsense',
        ...forcedReasons,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      waitMs,
      type: eb('event'),
      answers,
      times,
      kind: fc.constantFrom(...eventKinds),
      agoMs: fc.oneof(fc.constant(0), fc.integer({ min: -2_000, max: 3_000 }), fc.nat(90_000)),
      durationMs: fc.option(fc.oneof(fc.nat(5_000), fc.nat(90_000)), { nil: undefined }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      waitMs,
      type: eb('acknowledge'),
      number: fc.constantFrom(1, 1, 2, 3),
      agoMs: fc.integer({ min: -1_000, max: 2_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ waitMs, type: eb('addMinutes'), minutes, toAll: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ waitMs, type: eb('reopen'), back, minutes: fc.nat(2) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ waitMs, type: fc.constantFrom('pause', 'resume'), back }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      waitMs,
      type: fc.constantFrom('grant', 'sweep', 'release', 'look', 'look'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ waitMs, type: eb('restart') }) },
)

const rules: fc.Arbitrary<ExamRules> = fc.record({
  mode: fc.constantFrom('strict', 'warn', 'warn', 'observe'),
  acknowledges: fc.boolean(),
  allowed: fc.constantFrom(0, 1, 1, 2),
  minutes: fc.constantFrom(1, 1, 3),
  extraTimePercent: fc.constantFrom(0, 0, 25),
})

/** Each query to PostgreSQL is a round trip: half as many runs take longer there, even in four apps. */
const histories = pickByRunLength(process.env.ENGINE === 'postgres' ? 500 : 1_000, 12)
const runners = pickByRunLength(4, 1)

it(
  'any history of student, network, admin and restarts agrees with the model',
  async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: runners }, runMany))
    for (const one of outcomes) if (one.status === 'rejected') throw one.reason
  },
  pickByRunLength(3_600_000, 120_000),
)

async function runMany() {
  const runner = await createModelRunner()
  const begin: Command = { waitMs: 0, type: 'start' }
  const end: Command = { waitMs: 60 * 60_000, type: 'look' }
  try {
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.array(command, { maxLength: 30, size: 'max' }),
        async (examRules, rest) => {
          const run = await runner.startRun(examRules)
          const model = createAttemptModel(examRules)
          for (const each of [begin, ...rest, end]) {
            const played = await run.execute(each)
            const expected = model.predict(each, run.now())
            if (each.type !== 'look') expect(played).toEqual(expected)
            else expect(played).toEqual({ rows: expected, count: model.attempts.length })
          }
        },
      ),
      { numRuns: histories / runners, endOnFailure: !isLongRun },
    )
  } finally {
    await runner.close()
  }
}
