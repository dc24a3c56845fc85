import { pluralize } from '#contract/format.ts'
import { mayAllBeSetAside } from '#core/images/unnamed-images.ts'
import { type Check, type Finding, runChecks } from './finding.ts'

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

const picturesChecks: readonly Check<PicturesFacts>[] = [
  {
    id: 'pictures-missing',
    level: 'error',
    hasProblem: ({ missing }) => missing > 0,
    problem: ({ missing, place }) =>
      `${pluralize(missing, 'picture')} that tests or students name ${missing === 1 ? 'is' : 'are'} not in ${place}.`,
    remedy:
      'Copy them there from a backup; pictures of identity cards that were left out of one can be erased on the page of their student.',
  },
  {
    id: 'pictures-unnamed',
    level: 'error',
    hasProblem: (facts) => !mayAllBeSetAside(facts),
    problem: ({ unnamed, files, place }) =>
      `${unnamed} of ${pluralize(files, 'picture')} in ${place} are named by no test and no student, and are left alone.`,
    remedy:
      'Look whether an older dump was restored or this is another database; if they may go, run npm run set-images-aside.',
  },
  {
    id: 'pictures-set-aside',
    level: 'warning',
    hasProblem: ({ setAside }) => setAside > 0,
    problem: ({ setAside }) =>
      `${pluralize(setAside, 'picture')} that no test and no student names ${setAside === 1 ? 'was' : 'were'} put aside, and will be erased after 30 days.`,
    remedy:
      'Restore a newer dump if one is missing somewhere: pictures that are named again come back by themselves.',
  },
]

const ownershipChecks: readonly Check<PicturesFacts>[] = [
  {
    id: 'pictures-of-another',
    level: 'error',
    hasProblem: ({ isOfAnother }) => isOfAnother,
    problem: ({ place }) =>
      `The pictures in ${place} belong to another institute than the database.`,
    remedy: 'Name the right DATABASE_URL, DATA_DIR or IMAGES_URL: no server starts on these.',
  },
]

export function checkPictures(facts: PicturesFacts): Finding[] {
  return runChecks(facts.isOfAnother ? ownershipChecks : picturesChecks, facts)
}
