const maxUnnamed = 10
const maxUnnamedShare = 0.05
/** One registration has two pictures, so a single one that was cut off is no sign of a wrong database. */
const alwaysAllowed = 2

/**
 * Whether pictures that no row names are set aside by themselves. More than a killed server can have
 * left over are rather those of another database, or of a newer state of this one.
 */
export function mayAllBeSetAside({
  files,
  unnamed,
}: {
  readonly files: number
  readonly unnamed: number
}): boolean {
  if (unnamed <= alwaysAllowed) return true
  return unnamed <= maxUnnamed && unnamed <= files * maxUnnamedShare
}
