import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Upload } from '#contract/endpoint.ts'
import { sendRefusal } from './fault.ts'

export const largestFileBytes = 5 * 1024 * 1024
const longestSilenceMs = 15_000

export type UploadRules = {
  /** How long a body that is on its way may bring no byte. */
  readonly silenceMs?: number
}

export type Uploads = Readonly<Record<string, Buffer>>

declare module 'fastify' {
  interface FastifyRequest {
    uploads: Uploads
  }
}

/** Reads a multipart body into plain fields and named files; any other body is left alone. */
export function uploadsOf(
  { bodyLimitBytes = 256_000 }: Endpoint,
  upload: Upload,
  { silenceMs = longestSilenceMs }: UploadRules,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isMultipart(request)) return
    const fields: Record<string, string> = {}
    const files: Record<string, Buffer> = {}
    const parts = request.parts({
      limits: {
        fields: upload.mostFields,
        fieldSize: bodyLimitBytes,
        files: upload.mostFiles,
        fileSize: largestFileBytes,
        parts: upload.mostFields + upload.mostFiles,
        fieldNameSize: 100,
      },
    })
    cutWhenSilent(request, silenceMs)
    for await (const part of parts) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer()
        if (bytes.length === 0 && !part.filename) continue
        if (!upload.files.test(part.fieldname) || part.fieldname in files) {
          return sendRefusal(reply, unknownField(part.fieldname))
        }
        files[part.fieldname] = bytes
      } else {
        if (part.fieldname in fields) return sendRefusal(reply, unknownField(part.fieldname))
        fields[part.fieldname] = String(part.value)
      }
    }
    request.body = fields
    request.uploads = files
  }
}

/**
 * A phone line may be slow, but not silent. Only the body is timed: the socket's own timer would
 * go on while the answer is made, and into the next call. Injected requests have no real socket.
 */
function cutWhenSilent({ raw }: FastifyRequest, silenceMs: number) {
  if (!(raw.socket instanceof Socket) || raw.complete) return
  const cut = setTimeout(() => raw.destroy(), silenceMs)
  raw.on('data', () => cut.refresh())
  for (const event of ['end', 'close'] as const) raw.once(event, () => clearTimeout(cut))
}

function isMultipart(request: FastifyRequest): boolean {
  return request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false
}

function unknownField(name: string) {
  const says = 'This is not known here, or came twice'
  return { refused: 'invalid-input', fields: { [name.slice(0, 100)]: says } } as const
}
