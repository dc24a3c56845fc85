import { pluralize } from '#contract/format.ts'
import { mayAllBeSetAside } from '#core/images/unnamed-images.ts'
import { advise, type Finding, mend } from './finding.ts'

/** The pictures of tests and students, beside the rows that name them. */
export type PicturesFacts = {
  readonly place: string
  readonly isOfAnother: boolean
  readonly files: number
  /** Named by a row, and nowhere. */
  readonly missing: number
  /** There, and named by no row. */
  readonly unnamed: number
  /** Put aside, and still named by no row. */
  readonly setAside: number
}

export function judgePictures({
  place,
  isOfAnother,
  files,
  missing,
  unnamed,
  setAside,
}: PicturesFacts): Finding[] {
  if (isOfAnother) {
    return [
      mend(
        'pictures-of-another',
        `The pictures in ${place} belong to another institute than the database.`,
        'Name the right DATABASE_URL, DATA_DIR or IMAGES_URL: no server starts on these.',
      ),
    ]
  }
  const isTooMany = !mayAllBeSetAside({ files, unnamed })
  return [
    ...(missing > 0
      ? [
          mend(
            'pictures-missing',
            `${pluralize(missing, 'picture')} that tests or students name ${missing === 1 ? 'is' : 'are'} not in ${place}.`,
            'Copy them there from a backup; pictures of identity cards that were left out of one can be erased on the page of their student.',
          ),
        ]
      : []),
    ...(isTooMany
      ? [
          mend(
            'pictures-unnamed',
            `${unnamed} of ${pluralize(files, 'picture')} in ${place} are named by no test and no student, and are left alone.`,
            'Look whether an older dump was restored or this is another database; if they may go, run npm run set-images-aside.',
          ),
        ]
      : []),
    ...(setAside > 0
      ? [
          advise(
            'pictures-set-aside',
            `${pluralize(setAside, 'picture')} that no test and no student names ${setAside === 1 ? 'was' : 'were'} put aside, and will be erased after 30 days.`,
            'Restore a newer dump if one is missing somewhere: pictures that are named again come back by themselves.',
          ),
        ]
      : []),
  ]
}
