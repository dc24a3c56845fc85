export type Device = {
  /** "Chrome on Windows", or "Unknown browser" where the browser does not say. */
  readonly name: string
  readonly kind: 'computer' | 'phone' | 'tablet' | 'unknown'
}

// Most browsers also name the ones they descend from, so the order matters.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(UCBrowser|UCWEB)\b/, 'UC Browser'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string, Device['kind']])[] = [
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\b(iPhone|iPod)\b/, 'iPhone', 'phone'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows NT\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMacintosh\b/, 'Mac', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
]

/** Describes a User-Agent header so that people recognise a device; must not be trusted. */
export function parseUserAgent(userAgent: string | undefined): Device {
  const text = (userAgent ?? '').slice(0, 500)
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1]
  if (!browser) return { name: 'Unknown browser', kind: 'unknown' }
  const system = systems.find(([pattern]) => pattern.test(text))
  if (!system) return { name: browser, kind: 'unknown' }
  return { name: `${browser} on ${system[1]}`, kind: system[2] }
}
