import { readFileSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

/** The machine's own clocks, in milliseconds. */
export type MachineClock = {
  /** Since 1970; may be set at any time. */
  readonly getWallTime: () => number
  /** Never jumps, and stands still while the machine sleeps. */
  readonly getMonotonicMs: () => number
  /** Since the machine started, also while it slept. */
  readonly getBootMs: () => number
  /** Another one after each start of the machine; empty where it has none. */
  readonly bootId: string
  /** The machine's name, the same after each start. */
  readonly host: string
}

export function openMachineClock(): MachineClock {
  return {
    getWallTime: () => Date.now(),
    getMonotonicMs: () => performance.now(),
    getBootMs: () => Math.round(uptime() * 1000),
    bootId: readBootId().replaceAll('-', ''),
    host: hostname(),
  }
}

/** From the service manager where it hides /proc (deploy/academy@.service). */
function readBootId(): string {
  if (process.env.BOOT_ID) return process.env.BOOT_ID
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
