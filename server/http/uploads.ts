import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import { errorCodes, type FastifyReply, type FastifyRequest } from 'fastify'
import { bodyLimits, type Endpoint, type Upload } from '#contract/endpoint.ts'
import { maxImageBytes } from '#core/images/image-limits.ts'
import type { Refusal } from '#core/refusal.ts'
import type { Spool, SpooledBytes } from '../platform/upload-spool.ts'
import { sendRefusal } from './error-handler.ts'

export type UploadedFile = {
  /** SHA-256 of the file as it came. */
  readonly digest: string
  readonly bytes: SpooledBytes
}

/** Valid until the request is answered. */
export type Uploads = Readonly<Record<string, UploadedFile>>

declare module 'fastify' {
  interface FastifyRequest {
    uploads: Uploads
  }
}

/** Reads a multipart body into plain fields and named files; any other body is left alone. */
export function readUploads(
  { bodyLimitBytes = bodyLimits.usual }: Endpoint,
  upload: Upload,
  idleTimeoutMs: number,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { uploadCall } = request
    if (!uploadCall) return
    // The client disconnected during the rate limit's look-up: the body will never arrive.
    if (request.raw.destroyed) return reply.hijack()
    const form = { fields: {}, files: {} }
    const limits = {
      fields: upload.maxFields,
      fieldSize: bodyLimitBytes,
      files: upload.maxFiles,
      fileSize: maxImageBytes,
      parts: upload.maxFields + upload.maxFiles,
      headerPairs: 20,
      headerSize: 8_000,
    }
    destroyWhenIdle(request, idleTimeoutMs)
    const reading = readParts(request.parts({ limits }), {
      form,
      spool: uploadCall.spool,
      maxFieldBytes: bodyLimitBytes,
      allowedNames: upload.files,
    })
    try {
      const refused = await Promise.race([reading, uploadCall.untilLost])
      if (refused) return sendRefusal(reply, refused)
    } catch (error) {
      reading.catch(() => undefined)
      if (isKnownError(error)) throw error
      return sendRefusal(reply, malformed)
    }
    request.body = form.fields
    request.uploads = form.files
  }
}

type ReadingOptions = {
  readonly form: { fields: Record<string, string>; files: Record<string, UploadedFile> }
  readonly spool: Spool
  readonly maxFieldBytes: number
  readonly allowedNames: RegExp
}

async function readParts(
  parts: AsyncIterable<Multipart>,
  { form: { fields, files }, spool, maxFieldBytes, allowedNames }: ReadingOptions,
): Promise<Refusal<'invalid-input' | 'too-large'> | null> {
  let fieldBytes = 0
  for await (const part of parts) {
    const name: string | undefined = part.fieldname
    if (!name) return malformed
    if (name in fields || name in files) return unknownField(name)
    if (part.type === 'file') {
      const file = await spoolFile(part, spool)
      // Browsers send this for a file field left empty.
      if (file.length === 0 && !part.filename) continue
      if (!allowedNames.test(name)) return unknownField(name)
      files[name] = file
    } else {
      const text = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
      if (allowedNames.test(name) && isNoFile(text)) continue
      fieldBytes += Buffer.byteLength(text)
      if (part.valueTruncated || fieldBytes > maxFieldBytes) return { refused: 'too-large' }
      fields[name] = text
    }
  }
  return null
}

/** Recognises the values that a script's form sends for a file that nobody chose. */
function isNoFile(text: string): boolean {
  return ['', 'null', 'undefined'].includes(text)
}

async function spoolFile({ file }: MultipartFile, spool: Spool) {
  const hash = createHash('sha256')
  const collected = spool.collect()
  let length = 0
  for await (const chunk of file as AsyncIterable<Buffer>) {
    length += chunk.length
    hash.update(chunk)
    await collected.write(chunk)
  }
  if (file.truncated) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  return { digest: hash.digest('base64url'), bytes: collected.end(), length }
}

/** Disk errors, lost slots and limits; any other error of the parser is bad input. */
function isKnownError(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  const isOfDisk = 'syscall' in error || ('code' in error && error.code === 'ENOSPC')
  const isKnown =
    'retryAfterSeconds' in error || ('statusCode' in error && error.statusCode === 413)
  return isOfDisk || isKnown
}

/**
 * A connection may be slow, but not silent. Only the body is timed: the socket's own timer would
 * run on during our work and into the next request. Injected requests have no real socket.
 */
function destroyWhenIdle({ raw }: FastifyRequest, idleTimeoutMs: number) {
  if (!(raw.socket instanceof Socket) || raw.complete) return
  const timeout = setTimeout(() => raw.destroy(), idleTimeoutMs)
  raw.on('data', () => timeout.refresh())
  for (const event of ['end', 'close'] as const) raw.once(event, () => clearTimeout(timeout))
}

const malformed = {
  refused: 'invalid-input',
  fields: { body: 'This form did not arrive whole, or is not as a browser sends it' },
} as const

function unknownField(name: string) {
  const message = 'This is not known here, or came twice'
  return { refused: 'invalid-input', fields: { [name.slice(0, 100)]: message } } as const
}
