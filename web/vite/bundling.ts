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

const loadRouteModulePath = resolve(import.meta.dirname, '../client/load-route-module.ts')

/** Gives React Router our way to load a page's code; its own reloads the page at each failure. */
export function patientRoutes(): Plugin {
  let isReplaced = false
  return {
    name: 'patient-routes',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer = '') {
      const isRouter = /node_modules\/react-router\/.*\/dom\/ssr\//.test(importer)
      if (!isRouter || !source.endsWith('/routeModules.js')) return null
      isReplaced = true
      return loadRouteModulePath
    },
    generateBundle() {
      if (!isReplaced) this.error('React Router no longer has the module routeModules.js')
    },
  }
}

const preloadFilesPath = resolve(import.meta.dirname, '../client/preload-files.ts')

/** Replaces what Vite wraps around each late import. */
export function preloadHelper(): Plugin {
  return {
    name: 'own-preload-helper',
    enforce: 'pre',
    apply: 'build',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? `export { preloadFiles as __vitePreload } from ${JSON.stringify(preloadFilesPath)}`
        : null,
  }
}

const fflateSyncPath = resolve(import.meta.dirname, '../admin/exams/question-import/fflate-sync.ts')

/**
 * The workbook library hands large files to a worker made from a blob, which our policy does not
 * allow. This gives it a fflate that works in the calling thread.
 */
export function syncZip(): Plugin {
  return {
    name: 'zip-in-place',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const isWorkbookLibrary = /node_modules\/write-excel-file\//.test(importer)
      return source === 'fflate' && isWorkbookLibrary ? fflateSyncPath : null
    },
  }
}
