/** Order matters: most browsers also name their ancestors. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\bHeadlessChrome\/(\d+)/, 'Chromium'],
  [/\bChrome\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).*\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Readable browser name from a user agent, such as `Firefox 140 · Linux`; undefined if it is not a browser. */
export function browserOf(userAgent: string): string | undefined {
  const found = browsers.find(([pattern]) => pattern.test(userAgent))
  if (!found) return undefined
  const version = found[0].exec(userAgent)?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [`${found[1]} ${version}`, system].filter(Boolean).join(' · ')
}

/** Whether the user agent is a phone or tablet. */
export function isPhone(userAgent: string): boolean {
  return /\b(Mobile|Android|iPhone|iPad)\b/.test(userAgent)
}
