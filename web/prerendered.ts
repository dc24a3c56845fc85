import { screens } from '#contract/screens.ts'

/** Pages that are HTML at build time, readable without JavaScript. */
export const prerendered: readonly string[] = [screens.home]
