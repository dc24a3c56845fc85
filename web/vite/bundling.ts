import { resolve } from 'node:path'
import { type Plugin, type Rolldown, transformWithOxc } from 'vite'

/**
 * Two files that every page needs, instead of thirty small ones that compress badly: the libraries,
 * and the frame that all our pages share. Their imports are included.
 */
export const manualChunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  {
    name: 'shell',
    test: /\/web\/(app\/root|site\/(site-layout|page-meta|phone-link|enquiry\/enquiry-card)|illustrations\/stack-illustration|ui\/(announcer|avatar|card|form\/(after-pointer-up|text-field)|page-title-id|status)|client\/prerendered-part)\.tsx?$|preload-helper/,
    priority: 1,
  },
  // The quiz has both kinds, home the first alone: one file is smaller than their parts in four.
  {
    name: 'question',
    test: /\/web\/questions\/(question-view|(single|multiple)-choice\/answer-control)\.tsx$/,
  },
  // Code that forms share with pages that have none.
  { name: 'format', test: /\/contract\/format\.ts$/, priority: 1 },
  {
    name: 'notice',
    test: /\/web\/(ui\/(layout\.module|notice|page-heading)|client\/use-seconds-left)\.(css|tsx?)$/,
    priority: 1,
  },
  // Code that every form of the site needs at once.
  { name: 'form', test: /\/web\/ui\/form\/(form-state|retry-time|use-form)\.tsx?$/ },
  {
    // Icons that /course has alone or shares with one other page.
    name: 'course-icons',
    test: /@tabler\/icons-react\/.*\/Icon(ClipboardCheck|Clock|CurrencyRupee|Flag|Hourglass)\.m?js$|\/web\/ui\/money-icon\.tsx$/,
  },
  {
    // Icons of devices, places and keys, in timelines of attempts and lists of incidents.
    name: 'device-icons',
    test: /@tabler\/icons-react\/.*\/Icon(Code|DeviceMobile|Devices|KeyboardOff|MapPin|Wifi)\.m?js$/,
  },
  {
    // Code that lists of staff share: a few lines each.
    name: 'list-cells',
    test: /\/(core\/students\/namesakes|web\/(admin\/(lists\/(grouped-table|person-name)|results\/figures-note)|questions\/describe-counting|ui\/(empty-cell|segmented-control)))\./,
    includeDependenciesRecursively: false,
  },
  // Code that signed-in users need on many pages; after the files above, and without theirs.
  {
    name: nameByAudience,
    debugName: 'by audience',
    priority: -1,
    includeDependenciesRecursively: false,
  },
]

/** A module that so many admin pages need is worth loading with all of them. */
const manyPages = 10
/** An icon has a few hundred bytes: less than a request for it. */
const manyPagesWithIcon = 3

/**
 * One file for what most admin pages need, and one for what students' pages need as well; Rolldown
 * alone makes a file for each set of pages, up to ninety a page. Neither holds anything that the
 * site or a login loads, even late. A module's imports are needed wherever it is, so no two files
 * import each other.
 */
function nameByAudience(id: string, context: Rolldown.ChunkingContext): string | null {
  const entries = findEntries(id, context, { throughLateImports: true })
  if (entries.some((entry) => !isSignedInPage(entry))) return null
  const needed = findEntries(id, context, { throughLateImports: false })
  const countIn = (path: RegExp) => needed.filter((entry) => path.test(entry)).length
  const many = /@tabler\/icons-react/.test(id) ? manyPagesWithIcon : manyPages
  const isForStudents = entries.some((entry) => /\/web\/student\//.test(entry))
  if (countIn(/\/web\/app\/providers\./) > 0) return 'signed-in'
  const isOnMany = countIn(/\/web\/admin\/admin-layout\./) > 0 || countIn(/\/web\/admin\//) >= many
  if (!isOnMany) return null
  return isForStudents ? 'signed-in' : 'admin'
}

const filesByAudience = ['signed-in', 'admin']

function isSignedInPage(entry: string): boolean {
  if (/\/(\w+-login|forgot-password|change-password)-screen\./.test(entry)) return false
  return /\/web\/(admin|student|account|app\/providers|site\/registration\/complete-)/.test(entry)
}

/** The route modules and the router itself, where they load a module at once, or late as well. */
function findEntries(
  id: string,
  context: Rolldown.ChunkingContext,
  { throughLateImports }: { readonly throughLateImports: boolean },
): string[] {
  const seen = new Set<string>()
  const visit = (importer: string) => {
    if (seen.has(importer)) return
    seen.add(importer)
    const info = context.getModuleInfo(importer)
    info?.importers.forEach(visit)
    if (throughLateImports) info?.dynamicImporters.forEach(visit)
  }
  visit(id)
  return [...seen].filter((module) => context.getModuleInfo(module)?.isEntry)
}

/** Lets route modules export more than a page's own names, as files by audience require. */
export function extensibleEntries(): Plugin {
  return {
    name: 'extensible-entries',
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    generateBundle(_, bundle) {
      const names = Object.values(bundle).map(({ name }) => name)
      const missing = filesByAudience.filter((name) => !names.includes(name))
      if (missing.length > 0)
        this.error(
          `No file ${missing.join(', ')}: React Router no longer makes each page an entry of its own`,
        )
    },
  }
}

const iconImports = /^import \{([^}]+)\} from '@tabler\/icons-react'$/gm

/** Reads only the icons in use, instead of all six thousand: half of the time of a build. */
export function singleIcons(): Plugin {
  return {
    name: 'single-icons',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/web\/.*\.tsx?(\?|$)/, code: '@tabler/icons-react' },
      handler: (code) => ({
        code: code.replace(iconImports, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name.startsWith('Icon'))
            .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs'`)
            .join(';'),
        ),
        map: null,
      }),
    },
  }
}

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
  let isReplaced = false
  return {
    name: 'own-preload-helper',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return null
      isReplaced = true
      return `export { preloadFiles as __vitePreload } from ${JSON.stringify(preloadFilesPath)}`
    },
    generateBundle() {
      if (!isReplaced && this.environment.name === 'client')
        this.error('Vite no longer has the module vite/preload-helper.js')
    },
  }
}

/**
 * Safari 15 loses the variables of a class field that has parentheses in it (webkit.org/b/236843).
 * Libraries that every page loads have no such fields; the files chosen here do.
 */
export function assignedFields(): Plugin {
  return {
    name: 'assigned-fields',
    enforce: 'post',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/@base-ui\/|\/web\/.*\.tsx?$/, code: /\bclass\b/ },
      handler: (code, id) =>
        transformWithOxc(code, id.replace(/\.tsx?$/, '.js'), {
          target: 'safari15.4',
          assumptions: { setPublicClassFields: true },
        }),
    },
  }
}

const fflateSyncPath = resolve(import.meta.dirname, '../spreadsheets/fflate-sync.ts')

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

const homePath = '/web/site/home/home-screen.tsx'
/** Parts of home that are there as HTML, while their code is loaded later or never. */
const homeParts = /\/web\/site\/home\/(home-parts|sample-quiz)\.tsx?$/

/** Gives home one stylesheet for its prerendered parts: Vite loads theirs only with their code. */
export function prerenderedStyles(): Plugin {
  return {
    name: 'prerendered-styles',
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const home = chunks.find(({ facadeModuleId }) => facadeModuleId?.includes(homePath))
      const parts = chunks.filter(({ facadeModuleId }) => homeParts.test(facadeModuleId ?? ''))
      if (!home || parts.length < 2) this.error('Home or a prerendered part of it has no file')
      const own = collectStyles(home, bundle)
      const others = new Set(parts.flatMap((part) => [...collectStyles(part, bundle)]))
      const source = [...others.difference(own)].map((path) => readStyles(bundle[path])).join('')
      const reference = this.emitFile({ type: 'asset', name: 'parts.css', source })
      home.viteMetadata?.importedCss.add(this.getFileName(reference))
    },
  }
}

function collectStyles(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<string> {
  const styles = new Set<string>()
  const seen = new Set<string>()
  const visit = (path: string) => {
    const file = bundle[path]
    if (seen.has(path) || file?.type !== 'chunk') return
    seen.add(path)
    file.imports.forEach(visit)
    for (const style of file.viteMetadata?.importedCss ?? []) styles.add(style)
  }
  visit(chunk.fileName)
  return styles
}

function readStyles(file: Rolldown.OutputBundle[string] | undefined): string {
  return file?.type === 'asset' ? String(file.source) : ''
}
