// Which room may import which, described in docs/architecture.md.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A folder of the server imports only folders to its left. */
const serverFolders = [
  ...['database', 'platform', 'http', 'audit-log'],
  ...[
    'accounts',
    'students',
    'batches',
    'student-import',
    'exams',
    'result-mails',
    'exam-windows',
    'presence',
    'attempts',
    'registers',
    'window-emails',
    'live',
    'incidents',
    'student-exams',
    'results',
  ],
  ...['enquiries', 'email-log', 'audit-list', 'retention'],
]
assertSameFolders(serverFolders, join(import.meta.dirname, 'server'))

/** Folders of web/admin for several pages: each imports only those to its left. */
const sharedAdminFolders = [
  'lists',
  'pickers',
  'attempt-actions',
  'login-throttling',
  'exam-windows',
]
/** These import the shared folders, never one another. */
const otherAdminFolders = [
  ...['exams', 'students', 'batches', 'results'],
  ...['registers', 'live', 'incidents'],
  ...['enquiries', 'email-log', 'staff', 'audit-log'],
]
assertSameFolders(
  [...sharedAdminFolders, ...otherAdminFolders],
  join(import.meta.dirname, 'web/admin'),
)

const spec = String.raw`\.spec\.tsx?$`
const forTests = '^(test|e2e|bench|faults|lint)/'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle-of-files',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-of-web-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^web/' },
      to: { circular: true },
    },
    {
      name: 'core-is-pure',
      severity: 'error',
      from: { path: '^core/', pathNot: spec },
      to: { pathNot: '^core/' },
    },
    {
      name: 'contract-knows-core-and-zod',
      severity: 'error',
      from: { path: '^contract/', pathNot: spec },
      to: { pathNot: '^(contract|core)/|^site\\.ts|^node_modules/zod/' },
    },
    {
      name: 'server-knows-no-screens',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'web-knows-no-server',
      severity: 'error',
      from: { path: '^web/', pathNot: spec },
      to: { path: '^server/' },
    },
    {
      name: 'product-reaches-no-test-code',
      severity: 'error',
      // scripts/bench.ts and scripts/faults.ts only start what is in bench/ and faults/, and
      // scripts/mutants.ts writes a report there.
      from: {
        path: '^(core|contract|server|web|demo|scripts|programs|simulated-class)/',
        pathNot: `${spec}|^scripts/(bench|faults|mutants)\\.ts$`,
      },
      to: { path: forTests, reachable: true },
    },
    {
      name: 'bench-and-faults-import-no-scripts',
      severity: 'error',
      from: { path: '^(bench|faults)/' },
      to: { path: '^scripts/' },
    },
    {
      name: 'programs-know-no-room',
      severity: 'error',
      from: { path: '^programs/' },
      to: { pathNot: '^(programs|node_modules)/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'product-knows-no-simulated-class',
      severity: 'error',
      from: { path: '^(core|contract|server|web)/' },
      to: { path: '^simulated-class/' },
    },
    ...serverFolders.slice(0, -1).map((folder, place) => ({
      name: `server-${folder}-imports-leftwards`,
      severity: 'error',
      from: { path: `^server/${folder}/`, pathNot: spec },
      to: { path: `^server/(${serverFolders.slice(place + 1).join('|')})/` },
    })),
    {
      name: 'server-folders-import-no-start',
      severity: 'error',
      from: { path: `^server/(${serverFolders.join('|')})/`, pathNot: spec },
      to: { path: '^server/(main|start|app|create-deps)[.]ts$' },
    },
    {
      name: 'sessions-know-no-second-factor',
      severity: 'error',
      from: { path: '^server/accounts/sessions/', pathNot: spec },
      to: { path: '^server/accounts/second-factor/' },
    },
    {
      name: 'areas-never-import-one-another',
      severity: 'error',
      from: { path: '^web/(site|student|admin)/' },
      to: { path: '^web/(site|student|admin)/', pathNot: '^web/$1/' },
    },
    {
      name: 'shared-web-rooms-know-no-area',
      severity: 'error',
      from: { path: '^web/(ui|client|layout|questions|illustrations|account|spreadsheets)/' },
      to: { path: '^web/(site|student|admin|app)/' },
    },
    {
      name: 'admin-folders-import-shared-ones-only',
      severity: 'error',
      from: { path: '^web/admin/([^/]+)/' },
      to: {
        path: '^web/admin/[^/]+/',
        pathNot: `^web/admin/($1|${sharedAdminFolders.join('|')})/`,
      },
    },
    ...sharedAdminFolders.map((folder, place) => ({
      name: `shared-admin-${folder}-imports-leftwards`,
      severity: 'error',
      from: { path: `^web/admin/${folder}/` },
      to: {
        path: '^web/admin/[^/]+/',
        pathNot: `^web/admin/(${sharedAdminFolders.slice(0, place + 1).join('|')})/`,
      },
    })),
    {
      name: 'admin-tables-are-lists',
      comment: 'Decisions 0053 and 0096 name the exceptions. The type of a column is free to all.',
      severity: 'error',
      from: {
        path: '^web/admin/',
        pathNot:
          '^web/admin/(lists/|login-throttling/throttled-network-card[.]tsx$|students/import/check-step[.]tsx$|results/attempts/late-answers-panel[.]tsx$|incidents/one-by-one[.]tsx$)',
      },
      to: { path: '^web/ui/(data-table|table-card)[.]tsx$', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
    },
  },
}

/** A folder that the row does not name would be free to import any other. */
function assertSameFolders(row, place) {
  const folders = readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const different = [...new Set(row).symmetricDifference(new Set(folders))]
  if (different.length > 0)
    throw new Error(`The row and the folders of ${place} differ: ${different.join(', ')}`)
}
