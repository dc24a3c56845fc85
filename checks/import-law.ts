import type { Import } from './source-files.ts'

const site = 'site.config.ts'

/** What a file may not import, and the sentence that says so; null when the import is lawful. */
export function breachOf(path: string, { of, target, isType }: Import): string | null {
  const room = roomOf(path)
  if (isOurs(target)) {
    if (of.startsWith('.') && room !== roomOf(target) && isProduct(target)) {
      return 'another room is named by the imports map (#core/…), not by ../'
    }
    if (['tools', 'e2e', 'bench', 'checks', 'faults'].includes(roomOf(target)) && isProduct(path)) {
      return 'the product imports nothing that only works on it (tools, e2e, bench, checks, faults)'
    }
    if (isProduct(path) && !isSpec(path) && isForSpecs(target)) {
      return 'what is made for specs is imported by specs only'
    }
  }
  if (isSpec(path) && (isOutside(target) || room === 'server')) return null
  if (room === 'core') return breachInCore(target)
  if (room === 'contract') return breachInContract(target)
  if (room === 'server') return breachInServer(path, target, isType)
  if (room === 'web') return breachInWeb(path, target)
  return null
}

function breachInCore(target: string): string | null {
  return roomOf(target) === 'core' ? null : 'core imports nothing but core'
}

/** The institute's own facts are read by both sides, so that a date reads alike in mail and screen. */
function breachInContract(target: string): string | null {
  const may = ['core', 'contract'].includes(roomOf(target)) || ['zod', site].includes(target)
  return may ? null : 'contract imports core, contract, zod and the site config'
}

/** These know every slice and open everything that lies outside the process. */
const openers = [
  'server/main.ts',
  'server/run.ts',
  'server/open-deps.ts',
  'server/app.ts',
  'server/keep-retention.ts',
]
/** Whoever needs what these do is handed it in deps. */
const throughDeps = [
  'server/database/',
  'server/mail/',
  'server/images/',
  'server/passwords',
  'server/limits',
]
/** They hold no connection: a store writes its SQL with them. */
const forStores = [
  'tables.ts',
  'prepared.ts',
  'lock-row.ts',
  'like.ts',
  'counted.ts',
  'run-last.ts',
].map((file) => `server/database/${file}`)
const belongsTo: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['server/database/', 'server/limits'],
  pg: ['server/database/', 'server/limits'],
  nodemailer: ['server/mail/'],
  sharp: ['server/images/'],
  'file-type': ['server/images/'],
}

function breachInServer(path: string, target: string, isType: boolean): string | null {
  if (roomOf(target) === 'web') return 'the server knows nothing of the screens'
  const homes = belongsTo[target]
  if (homes && !homes.some((home) => path.startsWith(home))) {
    return `only ${homes.join(' and ')} use ${target}`
  }
  if (openers.includes(path) || !target.startsWith('server/')) return null
  if (openers.includes(target)) return 'nothing calls upward to main.ts, run.ts or app.ts'

  const own = sliceOf(path)
  const other = sliceOf(target)
  if (own !== null && own === other) return null
  if (forStores.includes(target)) return null
  if (isReachedThroughDeps(path) && own === null) return null
  if (isReachedThroughDeps(target)) {
    return isType && target.startsWith('server/database/')
      ? null
      : 'database, mail, images, passwords and limits are reached through deps only'
  }
  if (other === null) return null
  if (path.endsWith('/store.ts')) return 'a store imports no other slice'
  if (isReachedThroughDeps(path)) return 'what is reached through deps knows no slice'
  if (own === null) {
    const may = other === 'auth' || target.endsWith('/store.ts')
    return may ? null : 'what stands in server/ itself knows no slice but auth, and stores'
  }
  return target.endsWith('/store.ts') ? null : 'of another slice only its store.ts is used'
}

function isReachedThroughDeps(path: string): boolean {
  return throughDeps.some((start) => path.startsWith(start))
}

const areas = ['site', 'student', 'admin']

function breachInWeb(path: string, target: string): string | null {
  if (roomOf(target) === 'server') return 'the screens know nothing of the server'
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
  return ['core', 'contract', 'server', 'web'].includes(roomOf(path))
}

function isSpec(path: string): boolean {
  return /\.spec\.tsx?$/.test(path) || path.startsWith('server/house')
}

function isForSpecs(path: string): boolean {
  return isSpec(path) || path === 'core/specimen.ts'
}

function isOurs(target: string): boolean {
  return /\.(ts|tsx)$/.test(target)
}

function isOutside(target: string): boolean {
  return !target.includes('/') || target.startsWith('@') || target.startsWith('node:')
}

function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : ''
}

/** `auth` of `server/auth/store.ts`; null for what stands in the room itself. */
function sliceOf(path: string): string | null {
  const parts = path.split('/')
  return parts.length > 2 ? (parts[1] ?? null) : null
}
