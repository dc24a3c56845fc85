import mdx from '@mdx-js/rollup'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { chunks } from './web/vite/chunks.ts'
import { cutFonts } from './web/vite/cut-fonts.ts'
import { siteFiles } from './web/vite/site-files.ts'
import { wireContract } from './web/vite/wire-contract.ts'
import { zipInPlace } from './web/vite/zip-in-place.ts'

/** The server that `react-router dev` passes calls on to. */
const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    cutFonts(),
    siteFiles(),
    wireContract(),
    zipInPlace(),
    { enforce: 'pre', ...mdx({ providerImportSource: '#web/site/blog/post-components.tsx' }) },
    reactRouter(),
  ],
  build: {
    // The content security policy names no data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  // A worker is a bundle of its own, which takes no plugin over from the pages.
  worker: { format: 'es', plugins: () => [zipInPlace()] },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
  },
  server: { proxy: { '/api': api, '/healthz': api } },
})
