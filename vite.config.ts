import mdx from '@mdx-js/rollup'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { pastBatchesPath } from '#contract/next-batches.ts'
import {
  assignedFields,
  extensibleEntries,
  manualChunks,
  patientRoutes,
  preloadHelper,
  prerenderedStyles,
  singleIcons,
  syncZip,
} from '#web/vite/bundling.ts'
import { sampleTexts } from '#web/vite/find-sample-texts.ts'
import { ownInstitute } from '#web/vite/institute.ts'
import { outwardLinks } from '#web/vite/outward-links.ts'
import { productPictures } from '#web/vite/picture-stamp.ts'
import { stripSchemas } from '#web/vite/strip-schemas.ts'
import { subsetFonts } from '#web/vite/subset-fonts.ts'
import { unusedRouterParts } from '#web/vite/unused-router-parts.ts'
import { publicFloor } from './web/client/browser-floor.ts'
import { siteFiles } from './web/vite/site-files.ts'

/** The server that `react-router dev` proxies calls to. */
const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

/**
 * Each page loads a manifest that names every file, so only pages' own scripts have a name beside
 * the hash: with one everywhere each page would be a kilobyte larger. The server's build names fonts
 * in the prerendered pages: it needs the same names for assets.
 */
const assetFileNames = 'assets/[hash:6][extname]'
const scriptFileNames = 'assets/[name]-[hash:7].js'
const sharedFileNames = 'assets/[hash:7].js'
/** Fewer letters, which compress better: a hundred bytes of each page. */
const hashCharacters = 'base36'

/**
 * The router gives its first page 10 seconds, which a busy machine passes, and has no option for
 * it: the build failed there, and so did `npm start`.
 */
const { timeout } = AbortSignal
AbortSignal.timeout = (ms) => timeout(12 * ms)

const toBuildTargets = (floor: Readonly<Record<string, number>>) =>
  Object.entries(floor).map(([name, version]) => `${name}${version}`)

export default defineConfig({
  plugins: [
    ownInstitute(),
    subsetFonts(),
    siteFiles(),
    productPictures(),
    sampleTexts(),
    stripSchemas(),
    singleIcons(),
    syncZip(),
    patientRoutes(),
    unusedRouterParts(),
    preloadHelper(),
    assignedFields(),
    prerenderedStyles(),
    {
      enforce: 'pre',
      ...mdx({
        providerImportSource: '#web/site/blog/mdx-components.tsx',
        rehypePlugins: [outwardLinks],
      }),
    },
    reactRouter(),
    extensibleEntries(),
  ],
  build: {
    // The lowest floor of all: the screens of staff share most of their files with it. Of Safari 15's
    // syntax only fields of classes differ from 16, see `assignedFields`.
    target: toBuildTargets({ ...publicFloor, safari: 16 }),
    cssTarget: toBuildTargets(publicFloor),
    // The content security policy names no data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    sourcemap: false,
    // A page may need at once what others load late, as the panel does the waiting answers.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
  // A worker is a bundle of its own, which inherits no plugin from the pages.
  worker: { format: 'es', plugins: () => [ownInstitute(), syncZip(), stripSchemas()] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: manualChunks },
            hashCharacters,
            entryFileNames: scriptFileNames,
            chunkFileNames: sharedFileNames,
            assetFileNames,
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { output: { assetFileNames, hashCharacters } } } },
  },
  server: { proxy: { '/api': api, '/healthz': api, [pastBatchesPath]: api } },
})
