/** What stands in place of what an address keeps secret. */
export const hidden = '***'

/** A part of a path that looks like a key: long, of letters and digits. */
const keyInPath = /^(?=[^/]*[0-9])(?=[^/]*[A-Za-z])[A-Za-z0-9_-]{20,}$/

/**
 * An address without what it may keep secret (SECRET-6): a user and a password, values of its query, and parts of its path
 * that look like a key. An address that has none of them is the same text.
 */
export function withoutSecrets(address: string): string {
  const [, start = '', user = '', host = '', path = '', query = ''] =
    /^([a-z]+:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(address) ?? []
  if (start === '') return address
  const parts = path.split('/').map((part) => (keyInPath.test(part) ? hidden : part))
  const values = query.split('&').map((pair) => pair.replace(/^([^=]*)=.+$/, `$1=${hidden}`))
  return `${start}${user === '' ? '' : `${hidden}@`}${host}${parts.join('/')}${query === '' ? '' : `?${values.join('&')}`}`
}

/** Whether something in an address is hidden. */
export function isHidden(address: string): boolean {
  return address.includes(hidden)
}
