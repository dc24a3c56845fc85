import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReverseProxy } from './proxies.ts'

const deployed = join(import.meta.dirname, '../../deploy/modsecurity.conf')
const debian = {
  recommended: '/etc/modsecurity/modsecurity.conf-recommended',
  rules: '/usr/share/modsecurity-crs/rules',
  setUp: '/etc/modsecurity/crs/crs-setup.conf',
}

export const areRulesInstalled = () =>
  Object.values(debian).every((path) => existsSync(path)) &&
  existsSync('/usr/lib/apache2/modules/mod_security2.so')

/** The same Apache with the OWASP core rules, with or without deploy/modsecurity.conf. */
export function addCoreRules(
  apache: ReverseProxy,
  { isExcluded }: { readonly isExcluded: boolean },
): ReverseProxy {
  return {
    ...apache,
    configure(place) {
      const args = apache.configure(place)
      const file = args[1] ?? ''
      const security = join(place.folder, 'modsecurity.conf')
      writeFileSync(
        security,
        readFileSync(debian.recommended, 'utf8')
          .replace('SecRuleEngine DetectionOnly', 'SecRuleEngine On')
          .replace(
            'SecUnicodeMapFile unicode.mapping',
            'SecUnicodeMapFile /etc/modsecurity/unicode.mapping',
          )
          .replace('/var/log/apache2/', `${place.folder}/`),
      )
      const modules = ['unique_id', 'security2'].map(
        (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
      )
      const includes = [
        ...[security, debian.setUp, ...(isExcluded ? [deployed] : [])],
        `${debian.rules}/*.conf`,
      ]
      writeFileSync(
        file,
        [
          ...[...modules, readFileSync(file, 'utf8')],
          ...includes.map((path) => `Include ${path}`),
        ].join('\n'),
      )
      return args
    },
  }
}
