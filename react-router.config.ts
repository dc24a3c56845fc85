import type { Config } from '@react-router/dev/config'
import { prerenderedPaths } from '#web/vite/site-files.ts'

export default {
  appDirectory: 'web/app',
  buildDirectory: 'build',
  ssr: false,
  prerender: [...prerenderedPaths],
} satisfies Config
