import mdx from '@mdx-js/rollup'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { manualChunks, syncZip } from '#web/vite/bundling.ts'
import { stripSchemas } from '#web/vite/strip-schemas.ts'
import { subsetFonts } from '#web/vite/subset-fonts.ts'
import { siteFiles } from './web/vite/site-files.ts'

/** The server that `react-router dev` proxies calls to. */
const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

/**
 * Each page loads a manifest that names every file, so every character of a hash counts. The server's
 * build names fonts in the prerendered pages: it needs the same names for assets.
 */
const assetFileNames = 'assets/[name]-[hash:6][extname]'
const scriptFileNames = 'assets/[name]-[hash:7].js'
// What pages share has no name: it would cost each page 600 bytes.
const sharedFileNames = 'assets/[hash:8].js'

export default defineConfig({
  plugins: [
    subsetFonts(),
    siteFiles(),
    stripSchemas(),
    syncZip(),
    { enforce: 'pre', ...mdx({ providerImportSource: '#web/site/blog/mdx-components.tsx' }) },
    reactRouter(),
  ],
  build: {
    // The content security policy names no data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  // A worker is a bundle of its own, which inherits no plugin from the pages.
  worker: { format: 'es', plugins: () => [syncZip()] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: manualChunks },
            entryFileNames: scriptFileNames,
            chunkFileNames: sharedFileNames,
            assetFileNames,
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { output: { assetFileNames } } } },
  },
  server: { proxy: { '/api': api, '/healthz': api } },
})
