import './platform/private-files.ts'
import './platform/thread-pool.ts'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { resolve } from 'node:path'

// Compiled code is kept, so that a restart takes a third of the time and less memory.
enableCompileCache(resolve(process.env.DATA_DIR || 'data', 'compile-cache'))

const { start } = await import('./start.ts')
await start()
// Node would write it at exit only, and kill -9 is no exit.
flushCompileCache()
