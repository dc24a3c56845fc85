import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A client that is refused early is still sending, and so is a proxy. Reading on lets it receive the
 * reply, since closing at once would reset the connection; beyond these limits it is cut.
 */
export function readOnAfterReply(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { maxMs, maxBytes }: { readonly maxMs: number; readonly maxBytes: number },
) {
  reply.raw.once('finish', () => {
    if (raw.complete) return
    let bytes = 0
    raw.unpipe()
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) raw.destroy()
    })
    raw.resume()
    const timeout = setTimeout(() => raw.destroy(), maxMs).unref()
    raw.once('close', () => clearTimeout(timeout))
  })
}
