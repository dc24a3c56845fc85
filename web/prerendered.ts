import { screens } from '#contract/screens.ts'

/** Pages that are HTML at build time, readable without JavaScript. `/404` is what the server sends for a path it does not know. */
export const prerendered: readonly string[] = [screens.home, screens.registration, '/404']
