import { prerender } from 'react-dom/static'
import type { EntryContext } from 'react-router'
import { ServerRouter } from 'react-router'

/**
 * Renders a page at build time, whole and in reading order. As a stream, which is the router's
 * default, it would arrive hidden, to be shown by a script and up to 300 ms later.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  headers.set('Content-Type', 'text/html')
  return new Response(prelude, { headers, status })
}
