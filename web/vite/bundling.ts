import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Two files that every page needs, instead of thirty that are small and pack badly: what others
 * wrote, and the frame that all our pages share. Whatever these import comes along with them.
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
