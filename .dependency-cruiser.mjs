// Who may import whom: docs/architecture.md says it in words.

/** A slice imports only slices to its left. */
const slices = ['accounts', 'students', 'exams', 'result-mails', 'attempts', 'results']
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
      to: { pathNot: '^(contract|core)/|^site\\.config|^node_modules/zod/' },
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
      // scripts/bench.ts and scripts/faults.ts only start what is in bench/ and faults/.
      from: {
        path: '^(core|contract|server|web|demo|scripts)/',
        pathNot: `${spec}|^scripts/(bench|faults)\\.ts$`,
      },
      to: { path: forTests, reachable: true },
    },
    ...slices.map((slice, place) => ({
      name: `slice-${slice}-imports-leftwards`,
      severity: 'error',
      from: { path: `^server/${slice}/`, pathNot: spec },
      to: {
        path: `^server/(${[...slices.slice(place + 1), 'enquiries', 'email-log', 'retention'].join('|')})/`,
      },
    })),
    {
      name: 'platform-and-database-know-no-slice',
      severity: 'error',
      from: { path: '^server/(platform|database)/', pathNot: spec },
      to: { path: `^server/(${slices.join('|')}|enquiries|email-log|audit-log|retention|http)/` },
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
      from: { path: '^web/(ui|client|layout|questions|illustrations|account)/' },
      to: { path: '^web/(site|student|admin|app)/' },
    },
    {
      name: 'admin-folders-import-lists-only',
      severity: 'error',
      from: { path: '^web/admin/([^/]+)/' },
      to: { path: '^web/admin/[^/]+/', pathNot: '^web/admin/($1|lists)/' },
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
