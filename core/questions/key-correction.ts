/** Mends a wrong key after the exam. A key is an answer that counts as right. */
export type KeyCorrection<Answer> =
  | { readonly type: 'another-key'; readonly key: Answer }
  | { readonly type: 'accept-several'; readonly keys: readonly Answer[] }
  | { readonly type: 'everyone' }

/** Every key that a correction accepts; none where everyone gets the mark. */
export function listCorrectionKeys<Answer>(correction: KeyCorrection<Answer>): readonly Answer[] {
  if (correction.type === 'everyone') return []
  return correction.type === 'another-key' ? [correction.key] : correction.keys
}
