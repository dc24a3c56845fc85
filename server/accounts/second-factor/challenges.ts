import { pendingLoginMs } from '#core/accounts/second-factor.ts'
import type { Deps } from '../../deps.ts'

/** What a challenge is for; one of another purpose is none. */
export type ChallengeHolder = {
  readonly purpose: 'add' | 'log-in' | 'again'
  /** Of the session, or of the login that waits. */
  readonly id: string
}

/** The newest one counts. */
export async function saveChallenge(deps: Deps, holder: ChallengeHolder, challenge: string) {
  const at = deps.now()
  await deps.db.write((tx) =>
    tx
      .insertInto('passkey_challenges')
      .values({ holder: toKey(holder), challenge, created_at: at })
      .onConflict((clash) => clash.column('holder').doUpdateSet({ challenge, created_at: at }))
      .execute(),
  )
}

/** Used up by asking for it, whatever comes of it. */
export async function consumeChallenge(
  deps: Deps,
  holder: ChallengeHolder,
): Promise<string | null> {
  const consumed = await deps.db.write((tx) =>
    tx
      .deleteFrom('passkey_challenges')
      .where('holder', '=', toKey(holder))
      .returningAll()
      .executeTakeFirst(),
  )
  return consumed && deps.now() - consumed.created_at <= pendingLoginMs ? consumed.challenge : null
}

function toKey({ purpose, id }: ChallengeHolder): string {
  return `${purpose} ${id}`
}
