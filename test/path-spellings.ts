/** Endings by which a cache takes an address for that of a file. */
const endings = [
  ...['.css', ';x.css', '/x.css', '/..;/', '?x.css'],
  ...['%3Bx.css', '%2Fx.css', '%3Fx.css', '%23.css', '%00'],
]

/** The same path in other words: some lead to the same route, and the rest nowhere. */
export function spellPath(path: string): string[] {
  const signs = [...path].map((sign, at) => ({
    before: path.slice(0, at),
    sign,
    after: path.slice(at + 1),
  }))
  const inner = signs.slice(1)
  const escapedWhole = `/${inner.map(({ sign }) => (sign === '/' ? sign : escapeSign(sign))).join('')}`
  return [
    path,
    path.toUpperCase(),
    escapedWhole,
    escapedWhole.toLowerCase(),
    escapedWhole.replaceAll('%', '%25'),
    ...inner.map(({ before, sign, after }) => `${before}${escapeSign(sign)}${after}`),
    ...signs.filter(({ sign }) => sign === '/').map(({ before, after }) => `${before}//${after}`),
    `${path}/`,
    ...endings.map((ending) => `${path}${ending}`),
    `/assets/..%2f${path.slice(1)}`,
    `/assets/..${path}`,
  ]
}

function escapeSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
}
