// Imported before anything that reads a file: libuv sizes its pool when the first thread is needed.
// Passwords are hashed there, on all cores but one.
import { availableParallelism } from 'node:os'

const usualThreads = 4

process.env.UV_THREADPOOL_SIZE ??= String(Math.max(usualThreads, availableParallelism()))
