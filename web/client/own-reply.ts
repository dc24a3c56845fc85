import { serverHeader } from '#contract/server-header.ts'

/** False where something on the way has answered in the server's place. */
export async function isOwnReply({ headers }: Response): Promise<boolean> {
  return headers.has(serverHeader) || ((await loadForeignReply())?.checkStripped() ?? false)
}

/** Needed only where something else may have answered; null where it does not arrive, either. */
export function loadForeignReply() {
  return import('./foreign-reply.ts').catch(() => null)
}
