/** An option of a command; `type` and `default` as `parseArgs` takes them. */
export type Option = {
  readonly type: 'boolean' | 'string'
  readonly default?: string
  readonly short?: string
  /** Stands for the value in help, like `<folder>`. */
  readonly value?: string
  readonly does: string
}

export type Command = {
  readonly does: string
  /** Words after the name: `<needed>`, `[may be left out]`, with `…` where several may stand. */
  readonly words?: readonly string[]
  /** Values of the first word, with what each does. */
  readonly choices?: Readonly<Record<string, string>>
  readonly options?: Readonly<Record<string, Option>>
  /** Printed below the options. */
  readonly more?: string
  /** How it is started, if not by `npm run` and its name. */
  readonly start?: string
}

/** For a command that asks before it does what cannot be undone. */
export const yes = {
  type: 'boolean',
  does: 'does not ask first: what it does cannot be undone',
} as const
