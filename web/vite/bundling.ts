import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Two files that every page needs, instead of thirty small ones that compress badly: the libraries,
 * and the frame that all our pages share. Their imports are included.
 */
export const manualChunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  {
    name: 'shell',
    test: /\/web\/(app\/root|site\/(site-layout|page-meta|phone-link|enquiry\/enquiry-card)|illustrations\/stack-illustration|ui\/(avatar|card|form\/text-field))\.tsx?$|preload-helper/,
    priority: 1,
  },
]

const fflateSyncPath = resolve(import.meta.dirname, '../admin/exams/question-import/fflate-sync.ts')

/**
 * The workbook libraries hand large files to a worker made from a blob, which our policy does not
 * allow. This gives them a fflate that works in the calling thread.
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
