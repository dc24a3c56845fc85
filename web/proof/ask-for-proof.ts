/** What the server wants to see before it carries a call out. */
export type ProofWanted = 'log-in' | 'reauthenticate'

type Asker = (wanted: ProofWanted) => Promise<boolean>

let asker: Asker | null = null

/** The dialog of the staff's screens; while there is none, a refusal stays a refusal. */
export function onProofWanted(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = null
  }
}

/** @returns whether the call may be made again */
export async function askForProof(code: string): Promise<boolean> {
  if (code === 'not-signed-in') return (await asker?.('log-in')) ?? false
  if (code === 'reauthentication-required') return (await asker?.('reauthenticate')) ?? false
  return false
}
