import { Spoken } from '../status.tsx'

/** An error that nothing else says: the focus stays in its field, or has gone on to the next one. */
export type SpokenErrorState = {
  readonly text: string
  /** The same words are spoken again by another number. */
  readonly count: number
}

/** Stands in every form from the beginning: what comes with its words is not spoken. */
export function SpokenError({ error }: { readonly error: SpokenErrorState | null }) {
  return <Spoken>{error && <p key={error.count}>{error.text}</p>}</Spoken>
}
