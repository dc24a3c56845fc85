import { type BrowserStream, createBrowserStream, type ToStream } from './browser-stream.ts'

/** Sessions of this browser: pages of one share nothing with those of another. */
const streams = new Map<string, BrowserStream>()

function getStream(session: string): BrowserStream {
  const known = streams.get(session)
  if (known) return known
  const stream = createBrowserStream({
    openSource: (path) => new EventSource(path),
    now: () => performance.now(),
  })
  streams.set(session, stream)
  return stream
}

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (!port) return
  const post = (message: unknown) => port.postMessage(message)
  port.onmessage = ({ data }: MessageEvent<ToStream & { readonly session: string }>) =>
    getStream(data.session).receive(post, data)
})

setInterval(() => {
  for (const [session, stream] of streams) {
    stream.tick()
    if (!stream.hasPages()) streams.delete(session)
  }
}, 1_000)
