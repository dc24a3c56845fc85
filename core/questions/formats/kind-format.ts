import type { QuestionDraft } from '../question.ts'
import type { KeyStyle } from './named-option.ts'
import type { PortableBase, PortableOption } from './portable-question.ts'

/** An answer as a file has it, with the per cent of the mark that it gives: 100 where it is right. */
export type FileAnswer = PortableOption & { readonly share: number }

/** Options and key as a kind reads them from the answers in a file. */
export type FoundAnswers<Portable extends PortableBase> = OwnFields<Portable> & {
  readonly errors?: readonly string[]
  readonly losses?: readonly string[]
}

/** Distributes over a union. */
type OwnFields<Portable> = Portable extends PortableBase
  ? Omit<Portable, Exclude<keyof PortableBase, 'options'>>
  : never

export type GiftAnswers = {
  /** The content of the braces, without general feedback. */
  readonly source: string
  /** The parts that begin with `=` or `~`. */
  readonly answers: readonly FileAnswer[]
}

/** Texts of tags by their names. */
type MoodleTags = Readonly<Record<string, string>>

/** The part of a `<question>` of Moodle that a kind writes; its tags stand before the answers. */
export type WrittenMoodleQuestion = {
  readonly type: string
  readonly tags: MoodleTags
  readonly answers: readonly (FileAnswer & { readonly tags?: MoodleTags })[]
}

/** An empty text where there is no such tag. */
type ReadTag = { readonly readTag: (name: string) => string }

export type MoodleQuestion = ReadTag & {
  readonly type: string
  readonly answers: readonly (FileAnswer & ReadTag)[]
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
 * A question of one kind on its way to and from the files of other programs. Reading answers null
 * for what is another kind's. A format that cannot hold the kind says why, in a sentence for the
 * author.
 */
export type KindFormats<Portable extends PortableBase> = {
  /** In the form that a question here has; a sentence where it can have none. */
  fit(question: Portable): Portable | string
  /** Whether it is clear what is right. */
  hasKey(question: Portable): boolean
  toDraft(question: Portable): QuestionDraft
  readonly gift: {
    /** Writes the content of the braces. */
    write(question: Portable): string
    read(found: GiftAnswers): FoundAnswers<Portable> | null
  }
  readonly moodle: {
    write(question: Portable): WrittenMoodleQuestion
    read(found: MoodleQuestion): FoundAnswers<Portable> | null
  }
  readonly table: {
    write(question: Portable): TableAnswers
    read(found: TableAnswers): FoundAnswers<Portable> | null
  }
  readonly aiken: { write(question: Portable): readonly string[] } | { readonly missing: string }
}
