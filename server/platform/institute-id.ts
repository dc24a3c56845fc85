/** Lies in the data folder, and beside the pictures. */
export const instituteIdFile = 'institute.id'

export function toInstituteIdFile(id: string): Buffer {
  return Buffer.from(`${id}\n`)
}

/** Null where none lies there. */
export async function readInstituteId(place: {
  readonly read: (name: string) => Promise<Buffer | null>
}): Promise<string | null> {
  const bytes = await place.read(instituteIdFile)
  return bytes?.toString('utf8').trim() || null
}
