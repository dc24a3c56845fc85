import type { Logger } from 'pino'
import { buildSearchKey } from '#core/text/search-key.ts'
import type { Database, Email, Mailer, Person } from '../deps.ts'
import { eraseOldLetters } from './erase-old.ts'
import { writeLetter } from './letters.ts'
import { openOutbox } from './outbox.ts'
import { eraseLetters, openOutboxFolder } from './outbox-folder.ts'
import { dropUnsentResults, resultProgress, retryFailedResults } from './result-letters.ts'
import { openSmtp } from './smtp.ts'
import { addMails, dropOlderPasswords, lettersOf, type NewMail } from './store.ts'

const chunk = 100

type Given = {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  /** Without it each letter becomes a file in the outbox folder. */
  readonly smtpUrl: string | undefined
  readonly outboxFolder: string
  readonly publicUrl: string
  readonly from: string
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

export function openMail(given: Given): Mailer & { readonly close: () => Promise<void> } {
  const { db, now, newId, smtpUrl, outboxFolder, publicUrl, from, log } = given
  const sender = smtpUrl
    ? openSmtp({ url: smtpUrl, from })
    : openOutboxFolder({ folder: outboxFolder, from })
  const outbox = openOutbox({ db, now, sender, host: new URL(publicUrl).hostname, log })

  return {
    isSetUp: sender.waitsIn === null,
    outboxFolder: sender.waitsIn,
    getDeliveryProblem: outbox.trouble,
    queue: openQueue({ newId, publicUrl }),
    getResultProgress: resultProgress,
    retryFailedResults,
    listEmailIds: lettersOf,
    eraseFiles: (letterIds) => eraseLetters(outboxFolder, letterIds),
    eraseOld: (until) => eraseOldLetters({ ...until, db, folder: outboxFolder }),
    dropUnsentResults,
    wake: outbox.wake,
    close: outbox.close,
  }
}

/** Writes letters down; whoever sends them finds them there. */
export function openQueue({
  newId,
  publicUrl,
}: Pick<Given, 'newId' | 'publicUrl'>): Mailer['queue'] {
  return async (tx, letters, at, notBefore = at) => {
    const accountIds = letters.filter(holdsPassword).map(({ accountId }) => accountId)
    for (const ids of chunks(accountIds)) await dropOlderPasswords(tx, ids)
    for (const some of chunks(letters)) {
      await addMails(
        tx,
        some.map((letter) => toMail(letter, newId(), publicUrl)),
        { at, notBefore },
      )
    }
  }
}

function toMail(letter: Email, id: string, publicUrl: string): NewMail {
  const { to, subject, text, html, replyTo } = writeLetter(letter, publicUrl)
  return {
    id,
    kind: letter.kind,
    to_name: to.name,
    to_address: to.address,
    subject,
    text_body: text,
    html_body: html,
    search_key: searchKey(to, subject),
    reply_name: replyTo?.name ?? null,
    reply_address: replyTo?.address ?? null,
    // Whose letter it is: with the account it goes for good.
    account_id: ownerOf(letter),
    exam_id: 'examId' in letter ? letter.examId : null,
    enquiry_id: letter.kind === 'enquiry' ? (letter.enquiryId ?? null) : null,
  }
}

function ownerOf(letter: Email): string | null {
  if (letter.kind === 'enquiry' || letter.kind === 'test') return null
  return letter.kind === 'registration' ? letter.studentId : letter.accountId
}

/** Cut, so that it fits an index on every engine. */
function searchKey(to: Person, subject: string): string {
  return buildSearchKey(`${to.name} ${to.address} ${subject}`).slice(0, 500)
}

function holdsPassword(letter: Email): letter is Extract<Email, { readonly password: string }> {
  return 'password' in letter
}

function* chunks<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += chunk) yield all.slice(from, from + chunk)
}
