export type AuditHead = { readonly sequence: number; readonly hash: string }

/** "1204:mT3…", as it is logged, kept in backups and given to `npm run verify-audit`. */
export function formatHead({ sequence, hash }: AuditHead): string {
  return `${sequence}:${hash}`
}

/** Null for a text that is no head. */
export function parseHead(text: string): AuditHead | null {
  const [, sequence, hash = ''] = /^(\d{1,15}):([\w-]{43})?$/.exec(text.trim()) ?? []
  return sequence === undefined ? null : { sequence: Number(sequence), hash }
}

/** What the first entry links to. */
export const emptyHead: AuditHead = { sequence: 0, hash: '' }
