import type { KeyStyle } from './named-option.ts'
import type { PortableOption, PortableQuestion } from './portable-question.ts'

/** An answer as a file has it, with the per cent of the mark that it gives: 100 where it is right. */
export type FileAnswer = PortableOption & { readonly share: number }

/** The key that a kind reads from the answers in a file. */
export type FoundKey = Pick<PortableQuestion, 'options' | 'correct'> & {
  readonly errors?: readonly string[]
  readonly losses?: readonly string[]
}

export type GiftAnswers = {
  /** The content of the braces, without general feedback. */
  readonly source: string
  /** The parts that begin with `=` or `~`. */
  readonly answers: readonly FileAnswer[]
}

/** A `<question>` of Moodle: its type, whether one answer is right, and its answers. */
export type MoodleAnswers = {
  readonly type: string
  readonly isSingle: boolean
  readonly answers: readonly FileAnswer[]
}

export type TableAnswers = {
  /** The cells of the options. */
  readonly options: readonly string[]
  /** The cell that tells which are right, trimmed. */
  readonly key: string
  /** How to read the key, by the other rows. */
  readonly keyStyle?: KeyStyle
}

/**
 * How one kind stands in the files of other programs. Reading answers null for what is another
 * kind's. A format that cannot hold the kind says why, in a sentence for the author.
 */
export type KindFormats = {
  readonly gift: {
    /** Writes the content of the braces. */
    write(question: PortableQuestion): string
    read(found: GiftAnswers): FoundKey | null
  }
  readonly moodle: {
    write(question: PortableQuestion): MoodleAnswers
    read(found: MoodleAnswers): FoundKey | null
  }
  readonly table: {
    write(question: PortableQuestion): TableAnswers
    read(found: TableAnswers): FoundKey | null
  }
  readonly aiken:
    | { write(question: PortableQuestion): readonly string[] }
    | { readonly missing: string }
}
