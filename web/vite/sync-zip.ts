import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const fflateSyncPath = resolve(import.meta.dirname, '../admin/exams/question-import/fflate-sync.ts')

/**
 * What reads and writes workbooks hands large ones to a worker made of a blob, and our policy
 * lets no such worker run. It is given a fflate that does the work where it is asked.
 */
export function syncZip(): Plugin {
  return {
    name: 'zip-in-place',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const isWorkbookLibrary = /node_modules\/(read|write)-excel-file\//.test(importer)
      return source === 'fflate' && isWorkbookLibrary ? fflateSyncPath : null
    },
  }
}
