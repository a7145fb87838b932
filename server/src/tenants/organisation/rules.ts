import { inflateSync } from 'node:zlib'
import type { Sentence } from '@cartage/contract/message'
import { msg } from '@cartage/contract/message'
import { largestLogo } from '@cartage/contract/tenants/app/organisation'
import { errorItem, Problem } from '../../http/problem.ts'

/** Format and size from the header of a picture. */
export interface Picture {
  readonly media_type: 'image/png' | 'image/jpeg'
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** Fewest and most pixels per side: fewer print badly, more add nothing on paper. */
const sides = { least: 32, most: 2_000 }

/**
 * Format and size of a logo (PAPER-18), from its bytes, whatever its name.
 * @throws Problem validation_failed with what to do
 */
export function readLogo(bytes: Buffer): Picture {
  if (bytes.length > largestLogo) throw refused(msg`has more than 512 KB: save it smaller`)
  const picture = readPng(bytes) ?? readJpeg(bytes)
  if (!picture) throw refused(msg`must be a PNG or JPEG file`)
  const { width, height } = picture
  if (Math.min(width, height) < sides.least || Math.max(width, height) > sides.most)
    throw refused(msg`has ${width} x ${height} pixels: use one from 32 to 2,000 pixels wide and high`)
  if (picture.media_type === 'image/png' && !hasItsPixels(bytes, picture))
    throw refused('holds other pixels than it says: save it again as PNG')
  return picture
}

function refused(message: Sentence): Problem {
  return new Problem('validation_failed', { errors: [errorItem('content', message, 'logo')] })
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The header is the first chunk of a PNG (ISO/IEC 15948, 11.2.2). */
function readPng(bytes: Buffer): Picture | undefined {
  if (!bytes.subarray(0, 8).equals(pngStart) || bytes.length < 33) return undefined
  if (bytes.toString('latin1', 12, 16) !== 'IHDR' || bytes.indexOf('IEND', 33, 'latin1') < 0) return undefined
  // PDFs draw interlaced files and 16 bits per channel incorrectly.
  const [depth, interlacing] = [bytes[24], bytes[28]]
  if (interlacing !== 0) throw refused(msg`is an interlaced PNG: save it without interlacing`)
  if (depth === 16) throw refused(msg`has 16 bits a channel: save it with 8`)
  return { media_type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** JPEG frame markers with the size; C4, C8 and CC have another meaning (ITU-T T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!
    if (isFrame(marker)) {
      // CMYK prints in wrong colours.
      if (bytes[at + 9] === 4) throw refused(msg`has the colours of a printing press (CMYK): save it as RGB`)
      return { media_type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** Samples per pixel by the colour type of a PNG (ISO/IEC 15948, table 11.1). */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Whether the pixels of a PNG fill its declared size. pdfkit unpacks them without a limit: 512 KB can unpack to 500 MB.
 */
function hasItsPixels(bytes: Buffer, { width, height }: Picture): boolean {
  const bitsOfRow = width * (samples[bytes[25]!] ?? 0) * bytes[24]!
  const size = height * (1 + Math.ceil(bitsOfRow / 8))
  try {
    return inflateSync(packedPixels(bytes), { maxOutputLength: size }).length === size
  } catch {
    return false
  }
}

/** The concatenated IDAT chunks of a PNG. */
function packedPixels(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const [length, type] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)]
    if (type === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length))
  }
  return Buffer.concat(parts)
}
