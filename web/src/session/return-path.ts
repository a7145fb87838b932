/**
 * Where to go after logging in: a path of this application, or the start page.
 * Anything that could lead to another origin (`//host`, `/\host`, a full address) is dropped.
 */
export function returnPath(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])/.test(wanted)) return '/'
  const resolved = new URL(wanted, 'http://origin.invalid')
  if (resolved.host !== 'origin.invalid' || resolved.pathname === '/login') return '/'
  return resolved.pathname + resolved.search + resolved.hash
}
