/** The server's requirement before it carries out a call. */
export type ReauthenticationKind = 'log-in' | 'reauthenticate'

type ReauthenticationPrompt = (kind: ReauthenticationKind) => Promise<boolean>

let currentPrompt: ReauthenticationPrompt | null = null

/** Registers the dialog of the staff screens; without one a refused call just fails. */
export function registerReauthenticationPrompt(prompt: ReauthenticationPrompt): () => void {
  currentPrompt = prompt
  return () => {
    if (currentPrompt === prompt) currentPrompt = null
  }
}

/** @returns whether the call may be made again */
export async function requestReauthentication(code: string): Promise<boolean> {
  if (code === 'not-signed-in') return (await currentPrompt?.('log-in')) ?? false
  if (code === 'reauthentication-required')
    return (await currentPrompt?.('reauthenticate')) ?? false
  return false
}
