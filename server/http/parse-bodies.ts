import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { isWellFormedText } from './bind-endpoint.ts'

/** JSON only; an empty body is no body, of whatever type. */
export function parseBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  forgetTypeOfEmptyBodies(app)
  parseJson(app)
  refuseOtherTypes(app)
}

/** HTTP clients name a type also where they send nothing. */
function forgetTypeOfEmptyBodies(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (headers['content-length'] === '0' && headers['transfer-encoding'] === undefined) {
      delete headers['content-type']
    }
    done()
  })
}

/** Only an escape can smuggle odd text in. */
function parseJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      if (text === '') return done(null, undefined)
      parse(request, text, (error, body) => {
        const isMalformed = !error && text.includes('\\u') && !isWellFormedText(body)
        done(isMalformed ? new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY() : error, body)
      })
    },
  )
}

/** A body that comes in chunks, of which there may be none, shows by its first byte. */
function refuseOtherTypes(app: FastifyInstance) {
  app.addContentTypeParser('*', (request: FastifyRequest, payload, done) => {
    if (request.is404) return done(null, undefined)
    if (request.headers['content-length'] !== undefined) return done(wrongType())
    payload.once('data', () => {
      payload.pause()
      done(wrongType())
    })
    payload.once('end', () => done(null, undefined))
    payload.resume()
  })
}

const wrongType = () => new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()
