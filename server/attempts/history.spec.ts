import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forcedReasons } from '#core/attempts/attempt.ts'
import { eventKinds } from '#core/proctoring/policy.ts'
import { type Chosen, type Deed, openModel, questionCount, type Rules } from '../house-history.ts'
import { inLongForm, isLong } from '../house-long.ts'
import { openTheatre } from '../house-player.ts'

const waitMs = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.nat(3_000) },
  { weight: 1, arbitrary: fc.nat(80_000) },
  // To the millisecond around the end of a minute and of the grace after it.
  { weight: 1, arbitrary: fc.constantFrom(60_000, 75_000, 75_001) },
)

/** Few numbers, so that repeats, equals and late-comers are common; one question is not there. */
const chosen: fc.Arbitrary<Chosen> = fc.record({
  question: fc.nat(questionCount - 1),
  option: fc.oneof(fc.constant(0), fc.nat(3)),
  sequence: fc.option(fc.nat(8), { nil: undefined, freq: 5 }),
})
const stray: fc.Arbitrary<Chosen> = fc.constant({ question: questionCount, option: 0, sequence: 1 })
const anyChosen = fc.oneof({ weight: 15, arbitrary: chosen }, { weight: 1, arbitrary: stray })
const answers = fc.array(anyChosen, { maxLength: 4 })
/** Which arrives first does not matter where no two have the same number. */
const atOnce = fc.uniqueArray(
  chosen.map((one) => ({ ...one, sequence: one.sequence ?? 9 })),
  { minLength: 1, maxLength: 6, selector: ({ sequence }) => sequence },
)
const back = fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) })
const times = fc.constantFrom(1, 1, 2)
const minutes = fc.integer({ min: 1, max: 2 })
const is = <const T extends string>(word: T) => fc.constant(word)

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ waitMs, does: is('start') }) },
  {
    weight: 12,
    arbitrary: fc.record({
      ...{ waitMs, back, does: is('answer') },
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
      ...{ waitMs, back, does: is('finish'), answers, times },
      says: fc.constantFrom(undefined, 'Completed', 'Time expired', 'nonsense', ...forcedReasons),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ waitMs, does: is('event'), answers, times },
      kind: fc.constantFrom(...eventKinds),
      agoMs: fc.oneof(fc.constant(0), fc.integer({ min: -2_000, max: 3_000 }), fc.nat(90_000)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ waitMs, does: is('addMinutes'), minutes, toAll: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ waitMs, does: is('reopen'), back, minutes: fc.nat(2) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      waitMs,
      does: fc.constantFrom('grant', 'sweep', 'release', 'look', 'look'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ waitMs, does: is('restart') }) },
)

const rules: fc.Arbitrary<Rules> = fc.record({
  mode: fc.constantFrom('strict', 'warn', 'observe'),
  allowed: fc.constantFrom(0, 1, 1, 2),
  minutes: fc.constantFrom(1, 1, 3),
  extraTimePercent: fc.constantFrom(0, 0, 25),
})

/** Each query to PostgreSQL is a wait, so that half as many take longer there, even in four houses. */
const histories = inLongForm(process.env.ENGINE === 'postgres' ? 500 : 1_000, 12)
const houses = inLongForm(4, 1)

it(
  'any history of a student, a network, an admin and a restart goes as the model says',
  async () => {
    const told = await Promise.allSettled(Array.from({ length: houses }, playMany))
    for (const one of told) if (one.status === 'rejected') throw one.reason
  },
  inLongForm(3_600_000, 120_000),
)

async function playMany() {
  const theatre = await openTheatre()
  const begin: Deed = { waitMs: 0, does: 'start' }
  const end: Deed = { waitMs: 20 * 60_000, does: 'look' }
  try {
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.array(deed, { maxLength: 30, size: 'max' }),
        async (given, rest) => {
          const play = await theatre.openPlay(given)
          const model = openModel(given)
          for (const each of [begin, ...rest, end]) {
            const played = await play.act(each)
            const expected = model.tell(each, play.now())
            if (each.does !== 'look') expect(played).toEqual(expected)
            else expect(played).toEqual({ rows: expected, count: model.pages.length })
          }
        },
      ),
      { numRuns: histories / houses, endOnFailure: !isLong },
    )
  } finally {
    await theatre.close()
  }
}
