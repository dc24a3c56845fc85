import { strFromU8, unzipSync } from 'fflate'
import { readXml } from './read-xml.ts'

/** A small archive can unfold into a huge one. */
export const maxUnpackedBytes = 50 * 1024 * 1024

export class WorkbookError extends Error {}

export type Relation = { readonly id: string; readonly type: string; readonly path: string }

/** The XML parts of a workbook, by their paths. */
export type WorkbookArchive = {
  /** Empty where there is no such part. */
  readonly read: (path: string) => string
  /** The parts that this one refers to; without a path those that the archive begins with. */
  readonly listRelations: (path?: string) => readonly Relation[]
}

/** @throws WorkbookError where it unfolds into too much, and fflate's errors where it is no archive */
export function openWorkbookArchive(bytes: ArrayBuffer): WorkbookArchive {
  let unpackedBytes = 0
  const files = unzipSync(new Uint8Array(bytes), {
    filter({ name, originalSize }) {
      if (!/\.(xml|rels)$/i.test(name)) return false
      unpackedBytes += originalSize
      if (unpackedBytes > maxUnpackedBytes)
        throw new WorkbookError('This workbook unpacks to more than 50 MB. Import it in parts.')
      return true
    },
  })
  const read = (path: string) => (files[path] ? strFromU8(files[path]) : '')
  return { read, listRelations: (path = '') => readRelations(read(toRelationsPath(path)), path) }
}

function toRelationsPath(path: string): string {
  const at = path.lastIndexOf('/') + 1
  return `${path.slice(0, at)}_rels/${path.slice(at)}.rels`
}

function readRelations(xml: string, source: string): Relation[] {
  const relations: Relation[] = []
  readXml(xml, {
    onOpen(name, { Id: id, Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || id === undefined) return
      const path = mode === 'External' ? target : resolvePath(source, target)
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path })
    },
  })
  return relations
}

/** From the folder of the part that refers to it, or from the root. */
function resolvePath(source: string, target: string): string {
  const folder = target.startsWith('/') ? [] : source.split('/').slice(0, -1)
  const names = [...folder]
  for (const name of target.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}
