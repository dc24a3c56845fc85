import type { Import } from './source-files.ts'

const site = 'site.config.ts'

/** What a file may not import, and the sentence that says so; null when the import is lawful. */
export function findImportViolation(path: string, { of, target, isType }: Import): string | null {
  const folder = topFolderOf(path)
  if (isSourceFile(target)) {
    if (of.startsWith('.') && folder !== topFolderOf(target) && isProduct(target)) {
      return 'another room is named by the imports map (#core/…), not by ../'
    }
    if (
      ['tools', 'e2e', 'bench', 'checks', 'faults'].includes(topFolderOf(target)) &&
      isProduct(path)
    ) {
      return 'the product imports nothing that only works on it (tools, e2e, bench, checks, faults)'
    }
    if (isProduct(path) && !isSpec(path) && isTestCode(target)) {
      return 'what is made for specs is imported by specs only'
    }
  }
  if (isSpec(path) && (isPackage(target) || folder === 'server')) return null
  if (folder === 'core') return findCoreViolation(target)
  if (folder === 'contract') return findContractViolation(target)
  if (folder === 'server') return findServerViolation(path, target, isType)
  if (folder === 'web') return findWebViolation(path, target)
  return null
}

function findCoreViolation(target: string): string | null {
  return topFolderOf(target) === 'core' ? null : 'core imports nothing but core'
}

/** The institute's own facts are read by both sides, so that a date reads alike in mail and screen. */
function findContractViolation(target: string): string | null {
  const isAllowed =
    ['core', 'contract'].includes(topFolderOf(target)) || ['zod', site].includes(target)
  return isAllowed ? null : 'contract imports core, contract, zod and the site config'
}

/** These know every slice and open everything that lies outside the process. */
const compositionRoots = [
  'server/main.ts',
  'server/run.ts',
  'server/open-deps.ts',
  'server/app.ts',
  'server/keep-retention.ts',
]
/** Whoever needs what these do is handed it in deps. */
const injectedModules = [
  'server/database/',
  'server/mail/',
  'server/images/',
  'server/passwords',
  'server/limits',
]
/** They hold no connection: a store writes its SQL with them. */
const queryModules = [
  'tables.ts',
  'prepared.ts',
  'lock-row.ts',
  'like.ts',
  'counted.ts',
  'run-last.ts',
].map((file) => `server/database/${file}`)
const packageOwners: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['server/database/', 'server/limits'],
  pg: ['server/database/', 'server/limits'],
  nodemailer: ['server/mail/'],
  sharp: ['server/images/'],
  'file-type': ['server/images/'],
}

function findServerViolation(path: string, target: string, isType: boolean): string | null {
  if (topFolderOf(target) === 'web') return 'the server knows nothing of the screens'
  const owners = packageOwners[target]
  if (owners && !owners.some((owner) => path.startsWith(owner))) {
    return `only ${owners.join(' and ')} use ${target}`
  }
  if (compositionRoots.includes(path) || !target.startsWith('server/')) return null
  if (compositionRoots.includes(target)) return 'nothing calls upward to main.ts, run.ts or app.ts'

  const own = sliceOf(path)
  const other = sliceOf(target)
  if (own !== null && own === other) return null
  if (queryModules.includes(target)) return null
  if (isInjected(path) && own === null) return null
  if (isInjected(target)) {
    return isType && target.startsWith('server/database/')
      ? null
      : 'database, mail, images, passwords and limits are reached through deps only'
  }
  if (other === null) return null
  if (path.endsWith('/store.ts')) return 'a store imports no other slice'
  if (isInjected(path)) return 'what is reached through deps knows no slice'
  if (own === null) {
    const isAllowed = other === 'auth' || target.endsWith('/store.ts')
    return isAllowed ? null : 'what stands in server/ itself knows no slice but auth, and stores'
  }
  return target.endsWith('/store.ts') ? null : 'of another slice only its store.ts is used'
}

function isInjected(path: string): boolean {
  return injectedModules.some((start) => path.startsWith(start))
}

const areas = ['site', 'student', 'admin']

function findWebViolation(path: string, target: string): string | null {
  if (topFolderOf(target) === 'server') return 'the screens know nothing of the server'
  const own = sliceOf(path)
  const other = sliceOf(target)
  if (!target.startsWith('web/') || other === null || own === other || own === null) return null
  if (own === 'kit') return 'kit knows nothing of exams, nor of any area'
  if (own === 'exam' && areas.includes(other)) return 'web/exam is shown by areas, and knows none'
  if (areas.includes(own) && areas.includes(other)) {
    return 'web/site, web/student and web/admin never import one another'
  }
  return null
}

function isProduct(path: string): boolean {
  return ['core', 'contract', 'server', 'web'].includes(topFolderOf(path))
}

function isSpec(path: string): boolean {
  return /\.spec\.tsx?$/.test(path) || path.startsWith('server/house')
}

function isTestCode(path: string): boolean {
  return isSpec(path) || path === 'core/specimen.ts'
}

function isSourceFile(target: string): boolean {
  return /\.(ts|tsx)$/.test(target)
}

function isPackage(target: string): boolean {
  return !target.includes('/') || target.startsWith('@') || target.startsWith('node:')
}

function topFolderOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : ''
}

/** `auth` of `server/auth/store.ts`; null for what stands in the room itself. */
function sliceOf(path: string): string | null {
  const parts = path.split('/')
  return parts.length > 2 ? (parts[1] ?? null) : null
}
