import { crc32 } from 'node:zlib'

/** A file in an archive. Its bytes are stored uncompressed: pictures and PDFs hardly shrink. */
export interface ZipEntry {
  /** UTF-8, unique in the archive. */
  name: string
  size: number
  crc: number
  /** Offset of its header in the archive. */
  offset: number
}

/** Archive entry of a file. */
export function zipEntry(name: string, bytes: Uint8Array, offset: number): ZipEntry {
  return { name, size: bytes.length, crc: crc32(bytes), offset }
}

/** Names are UTF-8 (APPNOTE 4.4.4, bit 11). */
const flags = 0x0800
const version = 20
/** The first day of the format, 1 January 1980: the time of the archive says nothing about its files. */
const day = 0x0021

/** Header before the bytes of a file (APPNOTE 4.3.7). */
export function localHeader({ name, size, crc }: ZipEntry): Buffer {
  const text = Buffer.from(name)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(day, 12)
  head.writeUInt32LE(crc, 14)
  head.writeUInt32LE(size, 18)
  head.writeUInt32LE(size, 22)
  head.writeUInt16LE(text.length, 26)
  return Buffer.concat([head, text])
}

/** The central directory, which ends the archive (APPNOTE 4.3.12 and 4.3.16). */
export function directory(entries: readonly ZipEntry[], offset: number): Buffer {
  const lines = Buffer.concat(entries.map(directoryLine))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(lines.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([lines, end])
}

function directoryLine({ name, size, crc, offset }: ZipEntry): Buffer {
  const text = Buffer.from(name)
  const line = Buffer.alloc(46)
  line.writeUInt32LE(0x02014b50, 0)
  line.writeUInt16LE(version, 4)
  line.writeUInt16LE(version, 6)
  line.writeUInt16LE(flags, 8)
  line.writeUInt16LE(day, 14)
  line.writeUInt32LE(crc, 16)
  line.writeUInt32LE(size, 20)
  line.writeUInt32LE(size, 24)
  line.writeUInt16LE(text.length, 28)
  line.writeUInt32LE(offset, 42)
  return Buffer.concat([line, text])
}

/** A name that is not taken, ignoring case: `cmr.pdf` becomes `cmr (2).pdf`. Adds it to the taken names. */
export function uniqueName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let unique = name
  for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${stem} (${count})${ending}`
  taken.add(unique.toLowerCase())
  return unique
}
