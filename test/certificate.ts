import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** For academy.example and 127.0.0.1, signed by itself: the paths of its files. */
export function createCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = 'subjectAltName=DNS:academy.example,IP:127.0.0.1'
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', key, '-out', certificate]
  const whom = ['-days', '2', '-subj', '/CN=academy.example', '-addext', names]
  execFileSync('openssl', ['req', '-x509', ...kind, ...whom, ...files], { stdio: 'ignore' })
  return { key, certificate }
}
