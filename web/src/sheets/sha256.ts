/* SHA-256 (FIPS 180-4) of a text. Browsers offer it only over https, but an import must work everywhere. */

const primes = firstPrimes(64)
const roundConstants = primes.map((prime) => fraction(Math.cbrt(prime)))
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/** First 32 bits of the fractional part. */
function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  }
  return found
}

const rotate = (value: number, bits: number) => (value >>> bits) | (value << (32 - bits))

/** Digest of a text in UTF-8. */
export function sha256(text: string): Uint8Array {
  const bytes = padded(new TextEncoder().encode(text))
  const view = new DataView(bytes.buffer)
  const hash = [...initial]
  const labels = new Int32Array(64)
  for (let block = 0; block < bytes.length; block += 64) {
    for (let at = 0; at < 16; at += 1) labels[at] = view.getInt32(block + at * 4)
    for (let at = 16; at < 64; at += 1) labels[at] = extended(labels, at)
    mix(hash, labels)
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [at, word] of hash.entries()) digest.setInt32(at * 4, word)
  return new Uint8Array(digest.buffer)
}

/** Padding: a one, zeros, and the length in bits, to whole blocks of 64 bytes. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((((message.length + 8) >> 6) + 1) * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(bytes.length - 4, (message.length << 3) >>> 0)
  return bytes
}

function extended(labels: Int32Array, at: number): number {
  const [early, late] = [labels[at - 15]!, labels[at - 2]!]
  const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
  const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
  return (labels[at - 16]! + first + labels[at - 7]! + second) | 0
}

function mix(hash: number[], labels: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number]
  for (let at = 0; at < 64; at += 1) {
    const sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const one = (h + sum + choice + roundConstants[at]! + labels[at]!) | 0
    const other = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + other) | 0
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) hash[at] = (hash[at]! + value) | 0
}
