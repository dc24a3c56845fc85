import * as batches from '#contract/batches.ts'
import { listDeletedExams } from '#contract/deleted-exams.ts'
import { listEmails } from '#contract/email-log.ts'
import type { Endpoint, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { listEnquiries } from '#contract/enquiries.ts'
import { getExamClock } from '#contract/exam-clock.ts'
import { getExamDay } from '#contract/exam-day.ts'
import * as examWindows from '#contract/exam-windows.ts'
import { getExam, listExams } from '#contract/exams.ts'
import { exportItemAnalyses, listItemAnalyses } from '#contract/grading.ts'
import { countIncidents, exportIncidents, listIncidents } from '#contract/incidents.ts'
import { listIncompleteRegistrations } from '#contract/incomplete-registrations.ts'
import { listLateAnswers } from '#contract/late-answers.ts'
import { getLiveTable, listLiveExams } from '#contract/live.ts'
import { getNews } from '#contract/news.ts'
import * as proctoring from '#contract/proctoring.ts'
import { exportRegister, getRegister, getToday } from '#contract/registers.ts'
import { getReleaseProgress } from '#contract/result-release.ts'
import * as results from '#contract/results.ts'
import { listStaff } from '#contract/staff.ts'
import * as students from '#contract/students.ts'
import { getWindowEmails } from '#contract/window-emails.ts'
import type { Caller, Institute } from './institute.ts'

type Read<T> = { readonly status: number; readonly json: T; readonly text: string }

/** All that is shown of an institute in one moment, by who reads it. */
export type Picture = {
  /** Each reply by its reader and its call. */
  readonly replies: ReadonlyMap<string, Read<unknown>>
  /** A reply of the picture, undefined if it was refused. */
  get<E extends Endpoint>(
    who: string,
    endpoint: E,
    ...ids: readonly string[]
  ): ReplyOf<E> | undefined
  /** A file of the picture. */
  getText(who: string, endpoint: Endpoint, ...ids: readonly string[]): string | undefined
}

const always = { state: 'all', days: 365 } as const

export const pictureBegins = '=== reads everything'
export const pictureEnds = '=== has read everything'

/** Reads every list, page and file, in ways that change nothing. */
export async function readInstitute(institute: Institute): Promise<Picture> {
  const { trail } = institute
  trail.push(pictureBegins)
  const replies = new Map<string, Read<unknown>>()
  const toKey = (who: string, endpoint: Endpoint, ids: readonly string[]) =>
    [who, endpoint.path, ...ids].join(' ')

  async function read<E extends Endpoint>(
    who: string,
    caller: Caller,
    endpoint: E,
    params: Record<string, string> = {},
    query?: QueryOf<E>,
  ): Promise<ReplyOf<E> | undefined> {
    const reply = await caller.call(endpoint, { params, query } as never)
    replies.set(toKey(who, endpoint, Object.values(params)), reply)
    return reply.status === 200 ? reply.json : undefined
  }

  for (const [index, student] of institute.students.entries()) {
    const who = `student ${index}`
    await read(who, student, listExams)
    const own = await read(who, student, results.listOwnAttempts)
    for (const { _id: attemptId } of own ?? [])
      await read(who, student, results.getOwnResult, { attemptId })
    await read(who, student, getNews)
  }

  const { owner, teacher, office } = institute.staff
  const readOwners = <E extends Endpoint>(
    endpoint: E,
    params?: Record<string, string>,
    query?: QueryOf<E>,
  ) => read('owner', owner, endpoint, params, query)
  for (const endpoint of [
    ...[students.listDeletedStudents, listIncompleteRegistrations, batches.listDeletedBatches],
    ...[listDeletedExams, listLiveExams, results.listAttempts, results.listAttemptsByExam],
    ...[getToday, getWindowEmails, getExamDay, getExamClock, listEnquiries, listEmails, listStaff],
  ] as Endpoint[])
    await readOwners(endpoint)
  await readOwners(listIncidents, {}, { ...always } as never)
  await readOwners(countIncidents, {}, { days: 365 } as never)
  await readOwners(exportIncidents, {}, { ...always } as never)
  await readOwners(students.exportStudents)

  for (const { _id: studentId } of (await readOwners(students.listStudents)) ?? [])
    await readOwners(results.listStudentAttempts, { studentId })
  for (const { _id: id } of (await readOwners(batches.listBatches)) ?? []) {
    await readOwners(batches.getBatch, { id })
    await readOwners(batches.listBatchStudents, { id })
  }
  for (const { _id: testId } of (await readOwners(listExams)) ?? []) {
    await readOwners(getExam, { id: testId })
    await readOwners(examWindows.listAbsentStudents, { testId })
    for (const endpoint of [
      ...[getLiveTable, results.getScoreStatistics, results.exportExamAttempts],
      ...[getReleaseProgress, listItemAnalyses, exportItemAnalyses],
    ] as Endpoint[])
      await readOwners(endpoint, { testId })
    for (const attempt of (await readOwners(results.listExamAttempts, { testId })) ?? []) {
      const { _id: attemptId, studentId } = attempt
      const sheet = await owner.call(results.getAnswers, {
        params: { testId, studentId },
        query: { attempt: attemptId },
      })
      replies.set(toKey('owner', results.getAnswers, [attemptId]), sheet)
      for (const endpoint of [
        ...[proctoring.listAttemptEvents, proctoring.listTimeAdjustments],
        ...[proctoring.listAttemptPlaces, listLateAnswers],
      ] as Endpoint[])
        await readOwners(endpoint, { attemptId })
    }
    await read('office', office, results.getScoreStatistics, { testId })
  }
  for (const { _id: id } of (await readOwners(examWindows.listExamWindows)) ?? [])
    await readOwners(examWindows.listWindowStudents, { id })
  for (const id of institute.windows) {
    await readOwners(getRegister, { id })
    await readOwners(exportRegister, { id })
  }
  await read('office', office, results.listAttempts)
  await read('teacher', teacher, students.listStudents)
  await read('teacher', teacher, results.listAttempts)

  trail.push(pictureEnds)
  return {
    replies,
    get(who, endpoint, ...ids) {
      const reply = replies.get(toKey(who, endpoint, ids))
      return reply?.status === 200 ? (reply.json as never) : undefined
    },
    getText: (who, endpoint, ...ids) => {
      const reply = replies.get(toKey(who, endpoint, ids))
      return reply?.status === 200 ? reply.text : undefined
    },
  }
}
