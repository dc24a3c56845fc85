import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pluralize } from '#contract/format.ts'
import { type ClaimedPlace, judgeClaim } from '#core/institute/claim.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { writeAtomically } from '../platform/atomic-file.ts'
import { instituteIdFile, readInstituteId, toInstituteIdFile } from '../platform/institute-id.ts'
import { nullIfMissing } from '../platform/secret-key.ts'
import { keepNamed } from './keep-named.ts'

type ClaimDeps = Pick<Deps, 'db' | 'newId'>

type Place = {
  /** For people. */
  readonly name: string
  /** "18 pictures" */
  readonly holds: string
  /** The setting that names it. */
  readonly setting: string
  readonly found: ClaimedPlace
  readonly write: (id: string) => Promise<void>
}

/**
 * Marks the pictures' place as this institute's.
 * @throws with a sentence for who starts the server, where it belongs to another or may do so
 */
export async function claimImages({ images, ...deps }: ClaimDeps & Pick<Deps, 'images'>) {
  const id = await images.readInstituteId()
  const ids = id === null ? await images.list(Number.POSITIVE_INFINITY) : []
  await claimPlace(deps, {
    name: images.place,
    holds: pluralize(ids.length, 'picture'),
    setting: 'IMAGES_URL',
    found: { id, files: ids.length, named: (await keepNamed(deps.db.read, ids)).size },
    write: images.writeInstituteId,
  })
}

/** The same for the data folder: emails that no row names would be removed from its outbox. */
export async function claimDataFolder(deps: ClaimDeps, dataDir: string) {
  const names = (await readdir(join(dataDir, 'outbox')).catch(nullIfMissing)) ?? []
  const files = names.filter((name) => name.endsWith('.eml')).length
  await claimPlace(deps, {
    name: dataDir,
    holds: `${pluralize(files, 'email')} in its outbox`,
    setting: 'DATA_DIR',
    found: {
      id: await readInstituteId({
        read: (name) => readFile(join(dataDir, name)).catch(nullIfMissing),
      }),
      files,
      named: files,
    },
    write: (id) => writeAtomically(dataDir, instituteIdFile, toInstituteIdFile(id)),
  })
}

async function claimPlace({ db, newId }: ClaimDeps, { found, write, ...place }: Place) {
  const ownId = await readOwnId(db.read)
  const claim = judgeClaim({ ownId, isEmpty: await isEmpty(db.read), place: found })
  if (claim === 'of-another') throw new Error(describeOther(place))
  if (claim === 'unknown-files') throw new Error(describeUnknown(place))
  if (claim === 'own') return
  // If two processes start at once, both take the id of the first.
  await db.write((tx) =>
    tx
      .insertInto('institute')
      .values({ id: newId() })
      .onConflict((clash) => clash.doNothing())
      .execute(),
  )
  await write((await readOwnId(db.read)) ?? '')
}

async function readOwnId(db: Db): Promise<string | null> {
  const row = await db.selectFrom('institute').select('id').executeTakeFirst()
  return row?.id ?? null
}

/** Before its first start has come to an end a database has no account. */
export async function isEmpty(db: Db): Promise<boolean> {
  return !(await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst())
}

type Described = Pick<Place, 'name' | 'holds' | 'setting'>

function describeOther({ name, setting }: Described): string {
  return `${name} belongs to another institute than the database: its ${instituteIdFile} is not the database's. Name the right database (DATABASE_URL, DATA_DIR), or another ${setting}. If it is this institute's after all, as after a dump from before its first start with this version, delete ${instituteIdFile} there and start again.`
}

function describeUnknown({ name, holds, setting }: Described): string {
  return `${name} has ${holds}, and the database names none of them. Name the right database (DATABASE_URL, DATA_DIR); for a new institute, name an empty place (${setting}).`
}
