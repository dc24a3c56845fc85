import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { type ImageFiles, setAsideName, toImageId } from '#server/platform/images/image-files.ts'
import { createImageFiles, getImagesFolder } from '#server/platform/images/open-image-files.ts'
import { readInstituteId } from '#server/platform/institute-id.ts'
import { nullIfMissing } from '#server/platform/secret-key.ts'
import type { PicturesFacts } from './check-pictures.ts'

/** Compares the rows with the files. Nothing is written. Null where a bucket is out of reach. */
export async function readPictures(db: Db, config: Config): Promise<PicturesFacts | null> {
  const named = await listNamed(db)
  const own = await db.selectFrom('institute').select('id').executeTakeFirst()
  try {
    const files = await createImageFiles(config)
    const folder = getImagesFolder(config)
    const there = await listIds(folder, files)
    const aside = await listIds(folder && join(folder, setAsideName), files.openSetAside())
    const owner = await readInstituteId(files)
    return {
      place: files.place,
      isOfAnother: owner !== null && owner !== own?.id,
      files: there.size,
      missing: named.difference(there).difference(aside).size,
      unnamed: there.difference(named).size,
      setAside: aside.difference(named).size,
    }
  } catch {
    return null
  }
}

/** A folder's own list would also remove what a killed process left. */
async function listIds(folder: string | null, files: ImageFiles): Promise<ReadonlySet<string>> {
  const names =
    folder === null
      ? (await files.list()).map(({ name }) => name)
      : ((await readdir(folder).catch(nullIfMissing)) ?? [])
  return new Set(names.flatMap((name) => toImageId(name) ?? []))
}

async function listNamed(db: Db): Promise<Set<string>> {
  const questions = await db.selectFrom('images').select('id').execute()
  const students = await db
    .selectFrom('students')
    .select(['front_image_id', 'back_image_id'])
    .where((eb) =>
      eb.or([eb('front_image_id', 'is not', null), eb('back_image_id', 'is not', null)]),
    )
    .execute()
  return new Set([
    ...questions.map(({ id }) => id),
    ...students.flatMap(({ front_image_id: front, back_image_id: back }) =>
      [front, back].filter((id) => id !== null),
    ),
  ])
}
