const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const checksumLength = 6

/** Encodes bytes as Bech32 (BIP 173, without its limit of 90 characters): lower case, with a checksum. */
export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const words = regroup(bytes, 8, 5, true)!
  const zeros = new Array<number>(checksumLength).fill(0)
  const sum = checksum([...expand(prefix), ...words, ...zeros]) ^ 1
  const tail = zeros.map((_, index) => (sum >>> (5 * (5 - index))) & 31)
  return `${prefix}1${[...words, ...tail].map((word) => letters[word]).join('')}`
}

/** Returns the prefix in lower case and the bytes; undefined if the text is not valid Bech32. */
export function decodeBech32(text: string): { prefix: string; bytes: Buffer } | undefined {
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return undefined
  const at = lower.lastIndexOf('1')
  const [prefix, data] = [lower.slice(0, at), lower.slice(at + 1)]
  const words = [...data].map((letter) => letters.indexOf(letter))
  if (at < 1 || words.length < checksumLength || words.includes(-1)) return undefined
  if (checksum([...expand(prefix), ...words]) !== 1) return undefined
  const bytes = regroup(words.slice(0, -checksumLength), 5, 8, false)
  return bytes && { prefix, bytes: Buffer.from(bytes) }
}

function expand(prefix: string): number[] {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

function checksum(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) sum ^= generator
  }
  return sum
}

/** Undefined when the leftover bits are not zero, or are too many. */
function regroup(values: Iterable<number>, from: number, to: number, pads: boolean): number[] | undefined {
  const found: number[] = []
  let [held, bits] = [0, 0]
  for (const value of values) {
    held = ((held << from) | value) & 0xfff
    bits += from
    while (bits >= to) {
      bits -= to
      found.push((held >>> bits) & ((1 << to) - 1))
    }
  }
  const left = (held << (to - bits)) & ((1 << to) - 1)
  if (pads) return bits > 0 ? [...found, left] : found
  return bits >= from || left !== 0 ? undefined : found
}
