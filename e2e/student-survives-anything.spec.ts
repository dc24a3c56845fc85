import { logout } from '#contract/current-session.ts'
import { deleteExam } from '#contract/exams.ts'
import { getAnswers } from '#contract/results.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { openRoughDesk } from './rough-desk.ts'
import { roughRound } from './rough-round.ts'
import { attemptAt } from './student-at-desk.ts'

const rounds = process.env.LONG ? 200 : 4
/** `SEED=17` plays one round again. */
const seeds = process.env.SEED
  ? process.env.SEED.split(',').map(Number)
  : Array.from({ length: rounds }, (_, n) => n + 1)
const questionCount = 4
const deskCount = process.env.LONG ? 4 : 2

test(`nothing is lost that the screen called saved or waiting, ${seeds.length} times over`, async ({
  house,
  complaints: _,
}) => {
  test.setTimeout(120_000 + seeds.length * 60_000)
  const admin = await house.createAdmin()
  const sums = { rounds: 0, answers: 0, promised: 0, crashes: 0, reloads: 0, cuts: 0, badCalls: 0 }
  const faults: string[] = []
  const waiting = [...seeds]

  async function play(desk: Awaited<ReturnType<typeof openRoughDesk>>, seed: number) {
    const exam = await createReleasedExam(admin, {
      title: `Node JS ${seed}`,
      questions: createQuestions(questionCount),
      integrityMode: 'observe',
    })
    const pupil = await createStudent(house)
    const { choices, tally } = await roughRound(desk, { pupil, exam, seed })
    const params = { testId: exam._id, studentId: pupil.id }
    const { json } = await admin.request(getAnswers, { params })
    for (const { question, option, isPromised } of choices.values()) {
      const kept = json.answers.find(({ questionText }) => questionText === question)
      sums.answers += 1
      if (isPromised) sums.promised += 1
      if (kept?.selectedAnswer === option) continue
      const promised = isPromised ? 'promised' : 'not promised'
      faults.push(`seed ${seed}: ${question}: ${option} (${promised}), ${kept?.selectedAnswer}`)
    }
    const attempt = await attemptAt(admin, exam._id)
    if (attempt?.finishReason !== 'Completed' || choices.size < questionCount) {
      faults.push(`seed ${seed}: ${choices.size} questions, ${attempt?.finishReason}`)
    }
    await pupil.request(logout)
    await admin.request(deleteExam, { params: { id: exam._id } })
    sums.rounds += 1
    for (const [name, count] of Object.entries(tally)) sums[name as keyof typeof tally] += count
  }

  async function playAll() {
    let desk = await openRoughDesk(house.url)
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const [since, before] = [performance.now(), faults.length]
      try {
        await play(desk, seed)
      } catch (fault) {
        faults.push(`seed ${seed}: ${fault}\nOn screen: ${await desk.screen()}`)
        await desk.throwAway()
        desk = await openRoughDesk(house.url)
      }
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      if (process.env.LONG) console.log(`seed ${seed}: ${seconds} s`, ...faults.slice(before))
    }
    await desk.throwAway()
  }

  const since = performance.now()
  await Promise.all(Array.from({ length: deskCount }, playAll))
  console.log(sums, `in ${Math.round((performance.now() - since) / 1000)} s`)
  expect(faults, 'play a seed again with SEED=<seed>').toEqual([])
})
