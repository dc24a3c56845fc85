import { useEffect, useMemo, useState } from 'react'
import { listBatches } from '#contract/batches.ts'
import { lookUpAddresses } from '#contract/student-import.ts'
import { isEmail, normalizeEmail } from '#core/accounts/email.ts'
import type { KnownAccount, NumberedAccount } from '#core/students/import/check-import.ts'
import { type ImportRow, maxImportRows } from '#core/students/import/import-rows.ts'
import { buildRollNumberKey } from '#core/students/roll-number.ts'
import { useEndpointQuery } from '../../../client/endpoint-query.ts'
import { request } from '../../../client/request.ts'

const debounceMs = 300

type Answers<Found> = ReadonlyMap<string, Found | null>

/** Asks the server once about each address and roll number of these rows, also those typed later. */
export function useKnownAccounts(rows: readonly ImportRow[]) {
  const [accounts, setAccounts] = useState<Answers<KnownAccount>>(new Map())
  const [owners, setOwners] = useState<Answers<NumberedAccount>>(new Map())
  const [hasFailed, setFailed] = useState(false)
  const missing = useMemo(() => {
    const emails = rows.map(({ values }) => normalizeEmail(values.email ?? ''))
    return listMissing(emails.filter(isEmail), accounts)
  }, [rows, accounts])
  const missingNumbers = useMemo(() => {
    const keys = rows.map(({ values }) => buildRollNumberKey(values.rollNumber ?? ''))
    return listMissing(keys.filter(Boolean), owners)
  }, [rows, owners])
  const isPending = missing.length > 0 || missingNumbers.length > 0

  useEffect(() => {
    if (!isPending || hasFailed) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { signal } = abort
        const body = { emails: missing, rollNumbers: missingNumbers }
        const { known, numbered = [] } = await request(lookUpAddresses, { body, signal })
        setAccounts((before) => addAnswers(before, missing, known, ({ email }) => email))
        setOwners((before) =>
          addAnswers(before, missingNumbers, numbered, ({ rollNumber }) =>
            buildRollNumberKey(rollNumber),
          ),
        )
      } catch {
        if (!abort.signal.aborted) setFailed(true)
      }
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [isPending, missing, missingNumbers, hasFailed])

  return {
    known: useMemo(() => listFound(accounts), [accounts]),
    numbered: useMemo(() => listFound(owners), [owners]),
    /** Rows with an address that was not asked about yet are not sure to be ready. */
    isPending,
    hasFailed,
    retry: () => setFailed(false),
    /** Asks again about all of them. */
    refresh: () => {
      setAccounts(new Map())
      setOwners(new Map())
    },
  }
}

/** Undefined until they are known. */
export function useBatchNames(): readonly string[] | undefined {
  const { data } = useEndpointQuery(listBatches, { query: { sort: 'name-asc' } })
  return useMemo(() => data?.map(({ name }) => name), [data])
}

function listMissing(keys: readonly string[], answers: Answers<unknown>): string[] {
  return [...new Set(keys)].filter((key) => !answers.has(key)).slice(0, maxImportRows)
}

function listFound<Found>(answers: Answers<Found>): Found[] {
  return [...answers.values()].filter((one) => one !== null)
}

/** Keys that were asked about and not found get null. */
function addAnswers<Found>(
  before: Answers<Found>,
  keys: readonly string[],
  found: readonly Found[],
  toKey: (one: Found) => string,
): Answers<Found> {
  const unknown = keys.map((key) => [key, null] as const)
  return new Map([...before, ...unknown, ...found.map((one) => [toKey(one), one] as const)])
}
