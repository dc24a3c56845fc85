import { multipleChoiceFormats } from '../multiple-choice/file-formats.ts'
import { type KindName, kindNames } from '../question.ts'
import { singleChoiceFormats } from '../single-choice/file-formats.ts'
import type { FoundKey, KindFormats } from './kind-format.ts'
import type { PortableQuestion } from './portable-question.ts'

const formats: Readonly<Record<KindName, KindFormats>> = {
  'single-choice': singleChoiceFormats,
  'multiple-choice': multipleChoiceFormats,
}

export function formatsOf({ kind }: Pick<PortableQuestion, 'kind'>): KindFormats {
  return formats[kind]
}

/** The first kind that knows the answers as its own. */
export function recognizeKind(
  read: (formats: KindFormats) => FoundKey | null,
): (FoundKey & { readonly kind: KindName }) | null {
  for (const kind of kindNames) {
    const found = read(formats[kind])
    if (found) return { kind, ...found }
  }
  return null
}
