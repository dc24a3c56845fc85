import { multipleChoiceFormats } from '../multiple-choice/file-formats.ts'
import { type KindName, kindNames } from '../question.ts'
import { singleChoiceFormats } from '../single-choice/file-formats.ts'
import type { FoundAnswers, KindFormats } from './kind-format.ts'
import type { PortableBase } from './portable-question.ts'

const formats = {
  'single-choice': singleChoiceFormats,
  'multiple-choice': multipleChoiceFormats,
} as const satisfies Readonly<Record<KindName, unknown>>

/** A question of any kind, told apart by `kind`. */
export type PortableQuestion = Parameters<(typeof formats)[KindName]['hasKey']>[0]

/** A kind whose type is not known statically; it must be given its own questions. */
type AnyKindFormats = KindFormats<PortableQuestion>

export function formatsOf({ kind }: Pick<PortableBase, 'kind'>): AnyKindFormats {
  return formats[kind] as unknown as AnyKindFormats
}

/** Options and key, without the other words of the question. */
export type RecognizedAnswers = WithKind<PortableQuestion>
type WithKind<Portable extends PortableBase> = Portable extends PortableBase
  ? FoundAnswers<Portable> & Pick<Portable, 'kind'>
  : never

/** The first kind that knows the answers as its own. */
export function recognizeKind(
  read: (formats: AnyKindFormats) => FoundAnswers<PortableQuestion> | null,
): RecognizedAnswers | null {
  for (const kind of kindNames) {
    const found = read(formatsOf({ kind }))
    if (found) return { kind, ...found } as RecognizedAnswers
  }
  return null
}
