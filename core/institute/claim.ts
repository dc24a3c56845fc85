import { mayAllBeSetAside } from '../images/unnamed-images.ts'

/** A place that belongs to one institute: its pictures, or the data folder. */
export type ClaimedPlace = {
  /** The institute's id that lies there; null if none does. */
  readonly id: string | null
  /** Files of an institute in it. */
  readonly files: number
  /** Those of them that the database names. */
  readonly named: number
}

type ClaimInput = {
  /** The institute's id in the database; null before its first start. */
  readonly ownId: string | null
  /** The database has no account yet. */
  readonly isEmpty: boolean
  readonly place: ClaimedPlace
}

/**
 * Whether a server may work with a place: it writes its id there (`claim`), has done so (`own`), or
 * must not start, since files that its database does not know would be taken for left over.
 */
export function judgeClaim({
  ownId,
  isEmpty,
  place,
}: ClaimInput): 'own' | 'claim' | 'of-another' | 'unknown-files' {
  const { id, files, named } = place
  if (id !== null) return id === ownId ? 'own' : 'of-another'
  if (files === 0) return 'claim'
  if (isEmpty) return 'unknown-files'
  return named > 0 || mayAllBeSetAside({ files, unnamed: files }) ? 'claim' : 'unknown-files'
}
