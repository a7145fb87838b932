/** Replacement for hidden parts of an address. */
export const hidden = '***'

/** A path part that looks like a key: long, with letters and digits. */
const keyInPath = /^(?=[^/]*[0-9])(?=[^/]*[A-Za-z])[A-Za-z0-9_-]{20,}$/

/**
 * An address without potential secrets (SECRET-6): credentials, query values, and path parts that look like a key. An
 * address without any is unchanged.
 */
export function withoutSecrets(address: string): string {
  const [, start = '', user = '', host = '', path = '', query = ''] =
    /^([a-z]+:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(address) ?? []
  if (start === '') return address
  const parts = path.split('/').map((part) => (keyInPath.test(part) ? hidden : part))
  const values = query.split('&').map((pair) => pair.replace(/^([^=]*)=.+$/, `$1=${hidden}`))
  return `${start}${user === '' ? '' : `${hidden}@`}${host}${parts.join('/')}${query === '' ? '' : `?${values.join('&')}`}`
}

/** Whether an address has hidden parts. */
export function isHidden(address: string): boolean {
  return address.includes(hidden)
}
