import { getErrorCode } from './database-file.ts'
import { decodePart, listHostUrls, parsePostgresUrl } from './postgres-url.ts'

type Address = { readonly host: string; readonly role: string; readonly name: string }

/** The error as it is or, where the driver's words help nobody, one that says what to do. */
export function explainConnectionError(error: unknown, databaseUrl: string): unknown {
  const explanation = explain(findCause(error), readAddress(databaseUrl))
  if (!explanation) return error
  const code = getErrorCode(error)
  return Object.assign(new Error(explanation, { cause: error }), code && { code })
}

/** If all addresses of one host failed, the first one's error. */
function findCause(error: unknown): unknown {
  return error instanceof AggregateError ? (error.errors[0] ?? error) : error
}

function readAddress(databaseUrl: string): Address {
  const urls = listHostUrls(databaseUrl).flatMap((url) => parsePostgresUrl(url) ?? [])
  const role = decodePart(urls[0]?.username ?? '')
  return {
    host: urls.map((url) => decodePart(url.searchParams.get('host') ?? url.host)).join(', '),
    role,
    name: decodePart(urls[0]?.pathname.slice(1) ?? '') || role,
  }
}

const escaped = '@ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25'

function explain(error: unknown, { host, role, name }: Address): string | null {
  const message = error instanceof Error ? error.message : ''
  switch (getErrorCode(error)) {
    case '28P01':
      return `PostgreSQL on ${host} refuses the password of the role ${role}. In DATABASE_URL it is written with ${escaped}.`
    case '28000':
      return explainNoEntry(message, { host, role, name })
    case '3D000':
      return `PostgreSQL on ${host} has no database ${name}. Create it, or name another one in DATABASE_URL.`
    case '53300':
      return `PostgreSQL on ${host} has no connection left. Raise its max_connections: each process of the server takes up to ten.`
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `No PostgreSQL answers on ${host} (${getErrorCode(error)}). Is it running, and does it listen there?`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of the database, ${host}, is not known here (${getErrorCode(error)}).`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of PostgreSQL is for another name than ${host}. Name the host as its certificate does.`
    case 'CERT_HAS_EXPIRED':
      return `The certificate of PostgreSQL on ${host} has run out.`
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The certificate of PostgreSQL on ${host} is signed by an authority that is not known here. Add sslrootcert=/path/of/its/certificate.pem to DATABASE_URL, beside sslmode=verify-full.`
    default:
      return explainWords(message, host)
  }
}

function explainNoEntry(message: string, { host, role, name }: Address): string | null {
  if (message.includes('does not exist'))
    return `PostgreSQL on ${host} knows no role ${role}. Create it, or name another one in DATABASE_URL.`
  if (!message.includes('pg_hba.conf')) return null
  return message.includes('no encryption')
    ? `PostgreSQL on ${host} takes no connection without encryption from here. Add ?sslmode=verify-full to DATABASE_URL, and sslrootcert=… if the authority is your own.`
    : `PostgreSQL on ${host} does not let the role ${role} into the database ${name} from this machine: its pg_hba.conf needs a line for that.`
}

/** Explains errors that have no code. */
function explainWords(message: string, host: string): string | null {
  if (message.includes('timeout exceeded when trying to connect'))
    return `PostgreSQL on ${host} did not answer within 5 s.`
  if (message.includes('does not support SSL connections'))
    return `PostgreSQL on ${host} has no TLS. Turn it on there (ssl = on), or leave out sslmode where nobody can listen in between.`
  return null
}
