import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'

type NewPasskeyInput = {
  readonly challenge: string
  /** The site's address, without a path. */
  readonly origin: string
}

/** A passkey as a browser makes it, without attestation. */
export function createPasskey({ challenge, origin }: NewPasskeyInput) {
  const id = randomBytes(16)
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const clientData = { type: 'webauthn.create', challenge, origin, crossOrigin: false }
  const authenticatorData = Buffer.concat([
    createHash('sha256').update(new URL(origin).hostname).digest(),
    // The user is present and verified, and a credential follows.
    Buffer.from([0x45, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    // In CBOR: key type EC2, algorithm ES256, curve P-256, and its point.
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    toCborText('fmt'),
    toCborText('none'),
    toCborText('attStmt'),
    Buffer.from([0xa0]),
    toCborText('authData'),
    Buffer.from([0x58, authenticatorData.length]),
    authenticatorData,
  ])
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    },
  }
}

/** Up to 23 letters. */
function toCborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}
