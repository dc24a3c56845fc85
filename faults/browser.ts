import { createClient, type EncodedForm } from '#simulated-class/http-client.ts'
import { retry } from '#simulated-class/retry.ts'
import { createFormData, registrationFields } from '#test/factories.ts'

export type BrowserReply = {
  /** 0 if no reply came after all tries. */
  readonly status: number
  readonly text: string
}

export type Browser = ReturnType<typeof createBrowser>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Headers = Readonly<Record<string, string>>

const maxTries = 6

/** A browser at an address of its own, which retries as our screens do. */
export function createBrowser(options: { readonly url: string; readonly localAddress: string }) {
  const { send, close } = createClient(options.url, options)
  return {
    call(method: Method, path: string, body?: unknown, headers?: Headers): Promise<BrowserReply> {
      return retry(() => send(method, path, { body, headers }), { maxTries })
    },
    close,
  }
}

/** The required fields of a registration, with an email address of its own. */
export function createRegistrationFields(email: string, name = registrationFields.name) {
  return { ...registrationFields, name, email }
}

/** A multipart body and the content type that names its boundary. */
export async function encodeForm(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Buffer>> = {},
): Promise<EncodedForm> {
  const encoded = new Response(createFormData(fields, files))
  return {
    type: String(encoded.headers.get('content-type')),
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}
