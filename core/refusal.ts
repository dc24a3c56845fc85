/** A foreseen "no": returned, never thrown. The contract gives each code its status and sentence. */
export type Refusal<Code extends string = string> = {
  readonly refused: Code
  /** One sentence for each field of a form that has to be corrected. */
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterSeconds?: number
}

export function refuseTooMany(retryAfterSeconds: number): Refusal<'too-many'> {
  return { refused: 'too-many', retryAfterSeconds }
}

export function refuse<const Code extends string>(
  code: Code,
  fields?: Readonly<Record<string, string>>,
): Refusal<Code> {
  return fields ? { refused: code, fields } : { refused: code }
}

export function isRefusal<T>(value: T): value is Extract<T, Refusal> {
  return typeof value === 'object' && value !== null && 'refused' in value
}
