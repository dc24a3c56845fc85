import { getXsrfToken } from '../../client/browser-cookies.ts'
import { toWorkerUrl } from '../../client/own-worker.ts'
import { createBrowserStream, type FromStream, type ToStream } from './browser-stream.ts'
import workerAddress from './stream-worker.ts?sharedworker&url'

export type JoinedStream = {
  readonly post: (message: ToStream) => void
  /** False once this browser has logged out, or in anew. */
  readonly isOfSession: () => boolean
  readonly leave: () => void
}

/**
 * Joins the stream that all pages of this browser, session and build share: it lives in a shared
 * worker, so no page is its leader. Null for a visitor. A page hears nothing once its session is not
 * the browser's any more.
 */
export function joinStream(receive: (message: FromStream) => void): JoinedStream | null {
  const session = getXsrfToken()
  if (session === null) return null
  const isOfSession = () => getXsrfToken() === session
  const receiveOwn = (message: FromStream) => {
    if (isOfSession()) receive(message)
  }
  let isLeft = false
  let connection = connectToWorker(session, receiveOwn, () => {
    if (!isLeft) connection = createOwn(receiveOwn)
  })
  connection ??= createOwn(receiveOwn)
  return {
    isOfSession,
    post: (message) => connection?.post(message),
    leave() {
      isLeft = true
      connection?.leave()
    },
  }
}

type Connection = Pick<JoinedStream, 'post' | 'leave'>

/** Null where there are none, as in Chrome on Android before 148. */
function connectToWorker(
  session: string,
  receive: (message: FromStream) => void,
  onFailure: () => void,
): Connection | null {
  if (typeof SharedWorker === 'undefined') return null
  const worker = new SharedWorker(toWorkerUrl(workerAddress), { type: 'module' })
  const { port } = worker
  const post = (message: ToStream) => port.postMessage({ ...message, session })
  port.onmessage = ({ data }: MessageEvent<FromStream>) => receive(data)
  worker.onerror = () => {
    port.close()
    onFailure()
  }
  const leave = () => {
    post({ kind: 'leave' })
    port.close()
  }
  return { post, leave }
}

/** A stream of this page alone. */
function createOwn(receive: (message: FromStream) => void): Connection {
  const stream = createBrowserStream({
    openSource: (path) => new EventSource(path),
    now: () => performance.now(),
  })
  const timer = setInterval(stream.tick, 1_000)
  const leave = () => {
    clearInterval(timer)
    stream.close()
  }
  return { post: (message) => stream.receive(receive, message), leave }
}
