/**
 * Path to open after login: within this application, or the start page. Anything that could lead to another origin
 * (`//host`, `/\host`, a full URL) is dropped.
 */
export function returnPath(requested: string | undefined): string {
  if (requested === undefined || !isPath(requested)) return '/'
  const resolved = URL.parse(requested, 'http://origin.invalid')
  if (resolved === null) return '/'
  const path = resolved.pathname + resolved.search + resolved.hash
  // Checked again: resolving turns `/.//host` into `//host`.
  if (!isPath(path) || resolved.host !== 'origin.invalid' || resolved.pathname === '/login') return '/'
  return path
}

function isPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text)
}
