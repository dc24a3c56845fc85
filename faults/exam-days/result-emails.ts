import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { listOwnAttempts } from '#contract/results.ts'
import { resultKinds } from '#server/platform/mailer/email.ts'
import { Finding } from './finding.ts'
import type { Institute } from './institute.ts'

const score = /Score:?\s+(\d+) of (\d+)/

/**
 * Results of a test that students can see were emailed, and the last email about each attempt has the
 * score that its student reads. @throws a finding
 */
export async function checkResultEmails(institute: Institute, testId: string) {
  for (const student of institute.students) {
    const own = await student.call(listOwnAttempts)
    if (own.status !== 200) continue
    const ofTest = own.json.filter((row) => row.testId === testId)
    const visible = ofTest.filter((row) => row.resultReleased && !row.isVoid)
    if (visible.length === 0 || ofTest.some(({ status }) => status === 'In progress')) continue
    const emails = await listSent(
      institute,
      visible.map(({ _id }) => _id),
    )
    if (emails.length === 0) throw new Finding(`${student.id} was emailed no result of ${testId}`)
    for (const row of visible) {
      const last = emails.findLast(({ attemptId }) => attemptId === row._id)
      const text = last && (await readEmail(institute, last.id))
      const [, right, of] = score.exec(text ?? '') ?? []
      if (text && (right !== String(row.score) || of !== String(row.totalQuestions)))
        throw new Finding(`${row._id} has ${row.score} of ${row.totalQuestions}; emailed: ${text}`)
    }
  }
}

async function listSent({ app }: Institute, attemptIds: readonly string[]) {
  return app.deps.db.read
    .selectFrom('mails')
    .select(['id', 'attempt_id as attemptId'])
    .where('kind', 'in', resultKinds)
    .where('state', '=', 'sent')
    .where('attempt_id', 'in', attemptIds)
    .orderBy('sent_at')
    .orderBy('created_at')
    .execute()
}

/** Undefined once the file is erased. */
async function readEmail({ app }: Institute, id: string): Promise<string | undefined> {
  const name = readdirSync(app.outboxFolder).find((one) => one.endsWith(`_${id}.eml`))
  if (!name) return undefined
  return (await simpleParser(readFileSync(join(app.outboxFolder, name)))).text
}
