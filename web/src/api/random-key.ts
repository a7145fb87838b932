/** Random UUID version 4. `crypto.randomUUID` is missing on pages served over plain http. */
export function randomKey(): string {
  return keyOfBytes(crypto.getRandomValues(new Uint8Array(16)))
}

/** UUID of the first sixteen bytes, with version and variant set. */
export function keyOfBytes(bytes: Uint8Array): string {
  const own = bytes.slice(0, 16)
  own[6] = (own[6]! & 0x0f) | 0x40
  own[8] = (own[8]! & 0x3f) | 0x80
  const hex = Array.from(own, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
