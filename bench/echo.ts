import { createServer } from 'node:http'
import { answerCpuRequests, reportPort } from './child-server.ts'

/**
 * The baseline: reads a JSON body and sends it back, the least that an HTTP server on Node can do.
 */
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const json = body.length > 0 ? JSON.stringify(JSON.parse(body.toString())) : '{}'
    response.writeHead(200, { 'content-type': 'application/json' }).end(json)
  })
})
answerCpuRequests()
server.listen(0, '127.0.0.1', () => reportPort(server.address()))
