import { useEffect, useMemo, useState } from 'react'
import { lookUpAddresses } from '#contract/student-import.ts'
import { isEmail, normalizeEmail } from '#core/accounts/email.ts'
import type { KnownAccount } from '#core/students/import/check-import.ts'
import { type ImportRow, maxImportRows } from '#core/students/import/import-rows.ts'
import { request } from '../../../client/request.ts'

const debounceMs = 300

/** Asks the server once about each address of these rows, also about those typed later. */
export function useKnownAccounts(rows: readonly ImportRow[]) {
  const [answers, setAnswers] = useState<ReadonlyMap<string, KnownAccount | null>>(new Map())
  const [hasFailed, setFailed] = useState(false)
  const missing = useMemo(() => {
    const emails = rows.map(({ values }) => normalizeEmail(values.email ?? ''))
    return [...new Set(emails)]
      .filter((email) => isEmail(email) && !answers.has(email))
      .slice(0, maxImportRows)
  }, [rows, answers])
  const known = useMemo(() => [...answers.values()].filter((one) => one !== null), [answers])

  useEffect(() => {
    if (missing.length === 0 || hasFailed) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { signal } = abort
        const reply = await request(lookUpAddresses, { body: { emails: missing }, signal })
        setAnswers((before) => {
          const unknown = missing.map((email) => [email, null] as const)
          const found = reply.known.map((account) => [account.email, account] as const)
          return new Map([...before, ...unknown, ...found])
        })
      } catch {
        if (!abort.signal.aborted) setFailed(true)
      }
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [missing, hasFailed])

  return {
    known,
    /** Rows with an address that was not asked about yet are not sure to be ready. */
    isPending: missing.length > 0,
    hasFailed,
    retry: () => setFailed(false),
    /** Asks again about all of them. */
    refresh: () => setAnswers(new Map()),
  }
}
