import { gzipSync } from 'node:zlib'

export const weighedKinds = ['script', 'stylesheet', 'font'] as const
export type WeighedKind = (typeof weighedKinds)[number]

/**
 * The bytes that a file adds to the weight of a page: scripts and styles count as the gzip files of a
 * build, fonts as they are. A kB has 1,000.
 */
export function weigh(kind: WeighedKind, body: Buffer): number {
  return kind === 'font' ? body.length : gzipSync(body, { level: 9 }).length
}
