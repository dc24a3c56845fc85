import * as examWindows from '#contract/exam-windows.ts'
import { listExams } from '#contract/exams.ts'
import { exportItemAnalyses, listItemAnalyses } from '#contract/grading.ts'
import { countIncidents, listIncidents } from '#contract/incidents.ts'
import { getLiveTable, listLiveExams } from '#contract/live.ts'
import type { AnswerSheetItem } from '#contract/questions/kinds.ts'
import { getRegister } from '#contract/registers.ts'
import * as results from '#contract/results.ts'
import { exportStudents, listStudents } from '#contract/students.ts'
import { expectSame, Finding } from './finding.ts'
import type { Institute } from './institute.ts'
import type { Picture } from './read-institute.ts'

type Row = results.Attempt

/** Pages that show the same thing agree about it. @throws a finding */
export function checkAgreement(institute: Institute, picture: Picture) {
  const everyAttempt = picture.get('owner', results.listAttempts) ?? []
  const rows = new Map(everyAttempt.map((row) => [row._id, row]))
  checkLists(picture, rows)
  for (const { _id: testId } of picture.get('owner', listExams) ?? []) {
    const ofTest = everyAttempt.filter((row) => row.testId === testId)
    checkFigures(picture, testId, ofTest)
    checkItems(picture, testId, ofTest)
    checkLive(picture, testId, ofTest)
  }
  for (const row of everyAttempt) checkSheet(institute, picture, row)
  for (const index of institute.students.keys()) checkOwnPages(picture, index, rows)
  checkIncidents(picture)
  checkWindows(institute, picture)
  checkRoles(picture)
}

function sortIds(list: readonly { readonly _id: string }[] = []): string[] {
  return list.map(({ _id }) => _id).toSorted()
}

const countRows = (file: string | undefined) => (file?.trimEnd().split('\r\n').length ?? 1) - 1

function checkLists(picture: Picture, rows: ReadonlyMap<string, Row>) {
  const seen: string[] = []
  for (const { _id: testId, title } of picture.get('owner', listExams) ?? []) {
    const list = picture.get('owner', results.listExamAttempts, testId) ?? []
    for (const row of list) {
      expectSame(`attempt ${row._id} in the list of ${title}`, row, rows.get(row._id))
      seen.push(row._id)
    }
    const file = picture.getText('owner', results.exportExamAttempts, testId)
    expectSame(`rows in the file of ${title}`, countRows(file), list.length)
  }
  expectSame('attempts of all tests', seen.toSorted(), [...rows.keys()].toSorted())
  const students = picture.get('owner', listStudents) ?? []
  expectSame(
    'students in the file',
    countRows(picture.getText('owner', exportStudents)),
    students.length,
  )
  for (const { _id: studentId } of students) {
    const own = picture.get('owner', results.listStudentAttempts, studentId) ?? []
    const expected = [...rows.values()].filter((row) => row.studentId === studentId)
    expectSame(`attempts of ${studentId}`, sortIds(own), sortIds(expected))
    for (const row of own) expectSame(`attempt ${row._id}`, row, rows.get(row._id))
  }
}

const isRunning = ({ status }: Row) => status === 'In progress'
/** The ended attempts that figures are about. */
const isCounted = (row: Row) => !isRunning(row) && !row.isVoid && (row.counting?.isCounted ?? true)

function checkFigures(picture: Picture, testId: string, rows: readonly Row[]) {
  const figures = picture.get('owner', results.getScoreStatistics, testId)
  if (!figures) throw new Finding(`No figures of ${testId}`)
  const valid = rows.filter(({ isVoid }) => !isVoid)
  const { attempts, running, average, percentages } = figures
  expectSame(`running in the figures of ${testId}`, running, valid.filter(isRunning).length)
  const group = picture
    .get('owner', results.listAttemptsByExam)
    ?.find((one) => one.testId === testId)
  expectSame(`average of ${testId} in both places`, group?.average ?? null, average)
  if (rows.length > 0) expectSame(`attempts of ${testId}`, group?.attempts, attempts)
  const total = percentages.reduce((sum, { percentage, count }) => sum + percentage * count, 0)
  const count = percentages.reduce((sum, one) => sum + one.count, 0)
  const mean = count === 0 ? null : total / count
  if (Math.abs((mean ?? 0) - (average ?? 0)) > 0.06 || (mean === null) !== (average === null))
    throw new Finding(`The average of ${testId} is ${average}, and its percentages give ${mean}`)
}

function checkItems(picture: Picture, testId: string, rows: readonly Row[]) {
  const analysis = picture.get('owner', listItemAnalyses, testId)
  if (!analysis) throw new Finding(`No questions of ${testId}`)
  const counted = rows.filter(isCounted)
  expectSame(`attempts behind the questions of ${testId}`, analysis.attempts, counted.length)
  const correct = analysis.items.reduce((sum, item) => sum + item.correct, 0)
  const scores = counted.reduce((sum, { score }) => sum + (score ?? 0), 0)
  expectSame(`right answers of ${testId} by question and by score`, correct, scores)
  const file = picture.getText('owner', exportItemAnalyses, testId)
  expectSame(`questions in the file of ${testId}`, countRows(file), analysis.items.length)
}

function listChosen(item: AnswerSheetItem): readonly string[] | null {
  const chosen = 'selectedAnswers' in item ? item.selectedAnswers : [item.selectedAnswer]
  if (!chosen || chosen[0] === null) return null
  return (chosen as string[]).toSorted()
}

function checkSheet({ ledger, started }: Institute, picture: Picture, row: Row) {
  const sheet = picture.get('owner', results.getAnswers, row._id)
  if (!sheet) throw new Finding(`No answer sheet of ${row._id}`)
  const right = sheet.answers.filter(({ isCorrect }) => isCorrect).length
  if (!isRunning(row) && !row.isVoid) expectSame(`score of ${row._id}`, row.score, right)
  expectSame(`questions of ${row._id}`, sheet.answers.length, row.totalQuestions)
  const known = started.find(({ id }) => id === row._id)
  for (const { _id: questionId, question } of known?.questions ?? []) {
    const item = sheet.answers.find((one) => one.questionText === question.text)
    if (!item) throw new Finding(`${question.text} is not on the sheet of ${row._id}`)
    ledger.compare(row._id, questionId, listChosen(item))
  }
  const own = sheet.attempts.find(({ _id }) => _id === row._id)
  expectSame(`attempt ${row._id} beside its sheet`, own?.score, row.score)
}

function checkLive(picture: Picture, testId: string, rows: readonly Row[]) {
  const table = picture.get('owner', getLiveTable, testId)
  if (!table) throw new Finding(`No live table of ${testId}`)
  const shown = table.students.filter(({ attemptId }) => attemptId !== null)
  const running = rows.filter((row) => isRunning(row) && !row.isVoid)
  const live = new Set(shown.map(({ attemptId }) => attemptId))
  const hidden = running.filter(({ _id }) => !live.has(_id))
  if (hidden.length > 0) throw new Finding(`Not on the live screen: ${sortIds(hidden)}`)
  for (const student of shown) {
    const row = rows.find(({ _id }) => _id === student.attemptId)
    if (!row) throw new Finding(`${student.attemptId} is on the live screen only`)
    const name = `${student.attemptId} on the live screen`
    expectSame(`end of ${name}`, student.finishReason ?? null, row.finishReason)
    expectSame(`questions of ${name}`, student.totalQuestions, row.totalQuestions)
    const sheet = picture.get('owner', results.getAnswers, row._id)
    const answered = sheet?.answers.filter((item) => listChosen(item) !== null).length
    expectSame(`answered of ${name}`, student.answered, answered)
    if (isRunning(row) && student.endsAt !== null)
      expectSame(`deadline of ${name}`, student.endsAt, row.endsAt)
  }
  const exam = picture.get('owner', listLiveExams)?.find(({ _id }) => _id === testId)
  expectSame(`${testId} among the running tests`, exam !== undefined, running.length > 0)
}

function checkOwnPages(picture: Picture, index: number, rows: ReadonlyMap<string, Row>) {
  const who = `student ${index}`
  for (const own of picture.get(who, results.listOwnAttempts) ?? []) {
    const row = rows.get(own._id)
    if (!row) continue
    const name = `${own._id} for its student`
    expectSame(`status of ${name}`, own.status, row.status)
    expectSame(`end of ${name}`, [own.endTime, own.finishReason], [row.endTime, row.finishReason])
    const sheet = picture.get(who, results.getOwnResult, own._id)
    if (!own.resultReleased) {
      expectSame(`score of ${name} before the release`, own.score, null)
      if (sheet) throw new Finding(`The sheet of ${name} is open before the release`)
      continue
    }
    if (!row.resultReleased) throw new Finding(`${name} is released for the student only`)
    expectSame(`score of ${name}`, own.score, row.score)
    const staffSheet = picture.get('owner', results.getAnswers, own._id)
    if (sheet && !row.isVoid)
      expectSame(
        `answers of ${name}`,
        sheet.responses.map(({ questionText, isCorrect }) => [questionText, isCorrect]).toSorted(),
        staffSheet?.answers
          .map(({ questionText, isCorrect }) => [questionText, isCorrect])
          .toSorted(),
      )
  }
}

function checkIncidents(picture: Picture) {
  const groups = picture.get('owner', listIncidents) ?? []
  const counts = picture.get('owner', countIncidents)
  const decided = groups.filter(({ isDecided }) => isDecided).length
  expectSame('incidents by their list and count', counts, {
    open: groups.length - decided,
    decided,
  })
}

function checkWindows(institute: Institute, picture: Picture) {
  for (const window of picture.get('owner', examWindows.listExamWindows) ?? []) {
    const students = picture.get('owner', examWindows.listWindowStudents, window._id) ?? []
    if (window.expected !== null)
      expectSame(`students of window ${window._id}`, students.length, window.expected)
  }
  for (const id of institute.windows) {
    const register = picture.get('owner', getRegister, id)
    if (!register) continue
    const counted = Object.values(register.counts).reduce((sum, count) => sum + (count ?? 0), 0)
    expectSame(`register of ${id} and its counts`, counted, register.students.length)
  }
}

/** The office sees no result before its release; the rows that it sees are those of the owner. */
function checkRoles(picture: Picture) {
  const all = new Map(picture.get('owner', results.listAttempts)?.map((row) => [row._id, row]))
  for (const row of picture.get('office', results.listAttempts) ?? []) {
    const seen = all.get(row._id)
    if (!row.resultReleased || !seen?.resultReleased)
      throw new Finding(`The office sees ${row._id} before its release`)
    expectSame(`score of ${row._id} for the office`, row.score, seen.score)
  }
  const taught = picture.get('teacher', results.listAttempts)
  expectSame('attempts that a teacher sees', sortIds(taught), sortIds([...all.values()]))
}
