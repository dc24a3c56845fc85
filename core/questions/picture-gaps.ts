type PictureDraft = {
  readonly text: string
  readonly hasPicture: boolean
  readonly description?: string | undefined
}

export type IllustratedDraft = PictureDraft & { readonly options: readonly PictureDraft[] }

/** The pictures that nobody who cannot see them learns anything of. */
export function countUndescribedPictures(questions: readonly IllustratedDraft[]): number {
  return questions.flatMap((question) => [question, ...question.options]).filter(isUndescribed)
    .length
}

/** The places of the options that are nothing but a picture, as far as words go. */
export function listWordlessOptions({ options }: Pick<IllustratedDraft, 'options'>): number[] {
  return options.flatMap((option, at) => (isUndescribed(option) && isName(option.text) ? [at] : []))
}

function isUndescribed({ hasPicture, description = '' }: PictureDraft): boolean {
  return hasPicture && description.trim() === ''
}

const pictureNames = new Set(
  'answer chart diagram fig figure graph image img option photo pic picture'.split(' '),
)

/** "B", "Figure 2" or "(c)" names a picture and says nothing of it. */
function isName(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const others = words.filter((word) => !pictureNames.has(word))
  if (others.length === words.length) return words.length === 0 || /^[a-h]$/.test(words.join())
  return others.every((word) => /^(?:[a-z]|[ivx]{1,4}|\d{1,3})$/.test(word))
}
