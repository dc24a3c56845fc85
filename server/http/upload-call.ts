import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Spool } from '../platform/upload-spool.ts'
import { sendRefusal } from './error-handler.ts'
import { readOnAfterReply } from './read-on.ts'
import type { UploadGate, UploadSlot } from './upload-gate.ts'

/** A form this small contains no photo. */
const smallBytes = 64 * 1024
const afterUpload = { maxMs: 10_000, maxBytes: Number.POSITIVE_INFINITY }

/** Held by a request with files until it is answered: a slot, and a spool for its bytes. */
export type UploadCall = {
  readonly spool: Spool
  /** Rejects when the slot is lost to a waiting request. */
  readonly untilLost: Promise<never>
  /** Afterwards only the caller ends it. False if it has ended already, as the client is gone. */
  begin(): boolean
  end(): void
}

declare module 'fastify' {
  interface FastifyRequest {
    uploadCall: UploadCall | null
  }
}

/** Waits for disk space and a slot before any of the body is read. */
export function admitUploads({ disk, spoolFolder }: Deps, gate: UploadGate) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isMultipart(request)) return
    readOnAfterReply(request, reply, afterUpload)
    if (!isSmall(request) && (await disk.check()).isLow) {
      return sendRefusal(reply, { refused: 'disk-low' })
    }
    const slot = await gate.enter(request, reply)
    if (!slot) return reply.hijack()
    const call = createUploadCall(slot, spoolFolder.openSpool())
    request.uploadCall = call
    reply.raw.once('close', () => call.begin() && call.end())
  }
}

/** For a form that was announced as small and contains files after all. */
export function refuseFilesOnLowDisk({ disk }: Deps) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const hasFiles = Object.keys(request.uploads ?? {}).length > 0
    if (hasFiles && (await disk.check()).isLow) return sendRefusal(reply, { refused: 'disk-low' })
  }
}

function createUploadCall(slot: UploadSlot, spool: Spool): UploadCall {
  let hasBegun = false
  const untilLost = new Promise<never>((_, reject) => {
    slot.lost.addEventListener('abort', () => reject(slot.lost.reason))
  })
  untilLost.catch(() => undefined)
  return {
    spool,
    untilLost,
    begin() {
      if (hasBegun) return false
      hasBegun = true
      return true
    },
    end() {
      slot.release()
      spool.close().catch(() => undefined)
    },
  }
}

function isMultipart({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false
}

function isSmall({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= smallBytes
}
