import { eraseExam, listDeletedExams, restoreExam } from '#contract/deleted-exams.ts'
import { duplicateExam } from '#contract/exam-copies.ts'
import { createExam, deleteExam, getExam, updateExam } from '#contract/exams.ts'
import { correctAnswerKey, listItemAnalyses, previewCorrection } from '#contract/grading.ts'
import { releaseResults, resendResult, unreleaseResults } from '#contract/result-release.ts'
import { countingRules } from '#core/grading/counted-attempt.ts'
import { createMixedQuestions } from '#test/factories.ts'
import { expectSame, Finding } from '../finding.ts'
import type { Institute } from '../institute.ts'
import type { Pick } from '../pick.ts'
import { checkResultEmails } from '../result-emails.ts'
import { type Acts, minute, why } from './act.ts'

/** The first two are taken; others come and go. */
const maxTests = 4

/** The paper of a test, as the editor would send it back with one thing changed. */
async function editPaper(institute: Institute, testId: string, pick: Pick) {
  const { owner } = institute.staff
  const { status, json } = await owner.call(getExam, { params: { id: testId } })
  if (status !== 200) return
  const at = pick.nat(json.questions.length - 1)
  const change = pick.nat(3)
  const questions = json.questions
    .filter((_, index) => change !== 0 || index !== at || json.questions.length < 3)
    .map((question, index) => {
      const { codeSnippet: _, options, ...rest } = question
      const texts = options.map(({ text }) => text)
      const isChanged = index === at
      const words = question.question.text + (isChanged && change === 1 ? ' Again' : '')
      const own = { ...rest, question: words, options: texts }
      const key = isChanged && change === 2 ? texts[1] : undefined
      if (!key) return own
      return question.kind === 'multiple-choice'
        ? { ...own, correct_answers: [key] }
        : { ...own, correct_answer: key }
    })
  const added = { question: `Added ${institute.count()}`, options: ['a', 'b'], correct_answer: 'a' }
  const body = {
    questions: (change === 3 ? [...questions, added] : questions) as never,
    ...(pick.flag() && { basedOn: json.version }),
    ...(pick.nat(4) === 4 && { title: `${json.title} II` }),
    ...(pick.nat(6) === 6 && { countedAttempt: pick.of(countingRules) ?? 'last' }),
    ...(pick.nat(6) === 6 && { duration: 5 + pick.nat(20) }),
  }
  await owner.call(updateExam, { params: { id: testId }, body })
}

export const resultActs: Acts = {
  'releases results': {
    weight: 5,
    async run({ tests, staff, pass }, pick) {
      const testId = pick.of(tests)
      if (!testId) return
      await staff.teacher.call(releaseResults, { params: { testId } })
      if (pick.nat(2) > 0) await pass(minute)
    },
  },
  'releases results, and reads the emails': {
    weight: 2,
    async run(institute, pick) {
      const testId = pick.of(institute.tests)
      if (!testId) return
      const params = { testId }
      const { teacher } = institute.staff
      const { status } = await teacher.call(releaseResults, { params })
      if (status !== 202) return
      await institute.pass(minute)
      const again = await teacher.call(releaseResults, { params })
      if (again.json.queued > 0) throw new Finding(`A second release emails ${again.json.queued}`)
      await checkResultEmails(institute, testId)
    },
  },
  'takes a release back': {
    weight: 2,
    async run({ tests, staff }, pick) {
      const testId = pick.of(tests)
      if (testId) await staff.owner.call(unreleaseResults, { params: { testId }, body: { why } })
    },
  },
  'sends a result again': {
    weight: 2,
    async run({ started, staff }, pick) {
      const attempt = pick.of(started)
      if (attempt) await staff.teacher.call(resendResult, { params: { attemptId: attempt.id } })
    },
  },
  'corrects a key': {
    weight: 5,
    async run({ tests, staff }, pick) {
      const testId = pick.of(tests)
      if (!testId) return
      const { json, status } = await staff.owner.call(listItemAnalyses, { params: { testId } })
      const item = status === 200 ? pick.of(json.items) : undefined
      if (!item) return
      const key = pick.of(['everyone', 'printed', 'A', 'B', 'A,C'] as const) ?? 'everyone'
      const { questionId, revisionId } = item
      const body = { questionId, revisionId, key, why, mail: pick.flag() }
      const query = { questionId, revisionId, key }
      const shown = await staff.teacher.call(previewCorrection, { params: { testId }, query })
      const { json: done } = await staff.teacher.call(correctAnswerKey, {
        params: { testId },
        body,
      })
      expectSame('a correction and its preview', done.changes, shown.json.changes)
    },
  },
  'edits a test': {
    weight: 5,
    async run(institute, pick) {
      const testId = pick.of(institute.tests)
      if (testId) await editPaper(institute, testId, pick)
    },
  },
  'releases a test, or takes it back': {
    weight: 2,
    async run({ tests, staff }, pick) {
      const id = pick.of(tests)
      const released = pick.nat(3) > 0
      if (id) await staff.owner.call(updateExam, { params: { id }, body: { released } })
    },
  },
  'writes a test': {
    weight: 1,
    async run(institute, pick) {
      if (institute.tests.length >= maxTests) return
      const title = `Test ${institute.count()}`
      const from = pick.of(institute.tests)
      const { teacher } = institute.staff
      const { status, json } =
        from && pick.flag()
          ? await teacher.call(duplicateExam, { params: { id: from }, body: { title } })
          : await teacher.call(createExam, {
              body: { title, duration: 5, questions: createMixedQuestions(3) as never },
            })
      if (status === 201) institute.tests.push(json.test._id)
    },
  },
  'deletes a test': {
    weight: 1,
    async run({ tests, staff }, pick) {
      const id = pick.of(tests)
      if (id) await staff.owner.call(deleteExam, { params: { id } })
    },
  },
  'restores a test, or erases it': {
    weight: 2,
    async run({ staff }, pick) {
      const { json } = await staff.owner.call(listDeletedExams)
      const deleted = pick.of(json)
      if (!deleted) return
      const { _id: id, title } = deleted
      if (pick.nat(3) > 0) return staff.owner.call(restoreExam, { params: { id } })
      await staff.owner.call(eraseExam, { params: { testId: id }, body: { title } })
    },
  },
}
