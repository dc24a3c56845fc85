import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { findProgram } from '#programs/find-program.ts'
import { startFlakyProxy } from '#test/flaky-proxy.ts'
import { createTestApp } from '#test/test-app.ts'
import { openDesktop } from '../../e2e/browsers/desktop.ts'
import { openFirefox } from '../real-window/firefox-window.ts'
import { openScreenReader } from './screen-reader.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

/** The product on a port and in a folder of its own, and a screen reader with a browser before it. */
export async function openStage() {
  const app = await createTestApp({ webFolder: resolve('build/client'), now: Date.now })
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.fastify.server.address() as AddressInfo
  const proxy = await startFlakyProxy(`http://127.0.0.1:${port}`)
  const desktop = await openDesktop()
  const reader = await openScreenReader(desktop)
  const openBrowser = async () => {
    const browser = await openFirefox(reader.desktop, findProgram(['firefox-esr']) ?? '', {
      'accessibility.force_disabled': -1,
    })
    await desktop.xdotool('windowactivate', '--sync', browser.id)
    await reader.rest()
    return browser
  }
  return {
    app,
    proxy,
    reader,
    openBrowser,
    async close() {
      await reader.close()
      desktop.close()
      await proxy.close()
      await app.close()
    },
  }
}
