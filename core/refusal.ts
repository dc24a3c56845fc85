/** An expected refusal: returned, never thrown. The contract gives each code a status and a message. */
export type Refusal<Code extends string = string> = {
  readonly refused: Code
  /** One message for each form field that must be corrected. */
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterSeconds?: number
  /** Fields of the reply beside the message. */
  readonly details?: Readonly<Record<string, unknown>>
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
