type Fields = Readonly<Record<string, unknown>>

type DraftComparison = {
  /** Typed otherwise than when the form was begun. */
  readonly changed: readonly string[]
  /** Left alone here, and another value by now. */
  readonly outdated: readonly string[]
  /** Changed here and, to something else, by somebody else. */
  readonly conflicts: readonly string[]
  /** Different from what is saved now. */
  readonly unsaved: readonly string[]
}

/** Compares a form with the record it started from and with the record as saved since. */
export function compareDraft(begun: Fields, typed: Fields, current: Fields): DraftComparison {
  const fields = Object.keys(typed)
  const isChanged = (field: string) => typed[field] !== begun[field]
  const isSavedSince = (field: string) => current[field] !== begun[field]
  const isUnsaved = (field: string) => typed[field] !== current[field]
  return {
    changed: fields.filter(isChanged),
    outdated: fields.filter((field) => isSavedSince(field) && !isChanged(field)),
    conflicts: fields.filter(
      (field) => isSavedSince(field) && isChanged(field) && isUnsaved(field),
    ),
    unsaved: fields.filter(isUnsaved),
  }
}
