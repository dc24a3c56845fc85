import { Client } from 'pg'
import { type LedgerEntry, listLostAnswers, type StoredAnswer } from '#simulated-class/ledger.ts'
import { get, post, type StartedAttempt } from '#test/server-process.ts'

export async function runSql<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Finds acknowledged answers that are missing: a newer answer to the same question is no loss. */
export async function findLostAnswers(
  url: string,
  ledger: readonly LedgerEntry[],
): Promise<LedgerEntry[]> {
  const rows = await runSql<StoredAnswer>(
    url,
    'SELECT attempt_id, question_id, sequence::float8, answer FROM answers',
  )
  return listLostAnswers(rows, ledger)
}

/**
 * Finishes every attempt, and compares its score with its answers and its answers with the ledger.
 * @returns what is not as it must be, one line each
 */
export async function finishAll(
  databaseUrl: string,
  { url, seats, ledger }: FinishOptions,
): Promise<string[]> {
  const wrong: string[] = []
  for (const seat of seats) {
    const finished = await post(`${url}/api/students/finishQuiz/${seat.attemptId}`, seat)
    if (finished.status !== 200) wrong.push(`finishing: ${finished.status} ${finished.text}`)
    const again = await get(`${url}/api/students/attempts/${seat.attemptId}/clock`, seat)
    if (again.json.status !== 'Completed') wrong.push(`after the finish: ${again.text}`)
  }
  const scores = await runSql<{ id: string; score: number; right: number; answered: number }>(
    databaseUrl,
    `SELECT attempts.id, score::int,
       count(*) FILTER (WHERE answer = '{"option":0}')::int AS right, count(answer)::int AS answered
     FROM attempts LEFT JOIN answers ON answers.attempt_id = attempts.id GROUP BY attempts.id`,
  )
  for (const { id, score, right, answered } of scores) {
    const acknowledged = ledger.filter(({ attemptId }) => attemptId === id)
    if (score !== right) wrong.push(`attempt ${id}: score ${score} with ${right} right answers`)
    if (answered < acknowledged.length) wrong.push(`attempt ${id}: ${answered} answers`)
  }
  const lost = await findLostAnswers(databaseUrl, ledger)
  return [...wrong, ...lost.map((entry) => `lost: ${JSON.stringify(entry)}`)]
}

type FinishOptions = {
  readonly url: string
  readonly seats: readonly StartedAttempt[]
  readonly ledger: readonly LedgerEntry[]
}
