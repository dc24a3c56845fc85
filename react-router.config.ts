import type { Config } from '@react-router/dev/config'
import { prerenderedPaths } from '#web/app/prerendered-paths.ts'

export default {
  appDirectory: 'web/app',
  buildDirectory: 'build',
  ssr: false,
  prerender: [...prerenderedPaths],
} satisfies Config
