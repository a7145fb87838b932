import { type FileHandle, open, readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import type { ReceivedFile } from '../../context.ts'
import type { Findings } from '../rules.ts'
import { officeType } from './office.gateway.ts'

/** Bytes read first; text and nearly every picture header lie within. */
const headBytes = 65_536
/** Longest end of an archive that holds its directory: 22 bytes and a comment of at most 65,535. */
const tailBytes = 65_557
const mostSegments = 2_000
const mostPages = 1_000
/** Bytes of a HEIC picture that contain its sizes. */
const mostMetadata = 1_048_576

/** Inspects a received file: type by its first bytes, trailing data, and size of a picture. */
export async function inspectFile(path: string): Promise<Findings> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const read = reader(file, await readAt(file, 0, headBytes))
    const head = await read(0, headBytes)
    const format = await detect(head)
    const office = await officeType(format, (at, length) => readAt(file, Math.max(0, at), length), size)
    const detected = office ?? format
    const tail = await readAt(file, Math.max(0, size - tailBytes), tailBytes)
    const isArchive = office === undefined && endsAsArchive(tail)
    return { head, detected, endsAsArchive: isArchive, pixels: await countPixels(detected, read) }
  } finally {
    await file.close()
  }
}

/** All bytes of a received file that is not stored yet. */
export async function readWhole({ path }: Pick<ReceivedFile, 'path'>): Promise<Buffer> {
  return await readFile(path)
}

/** Reads bytes at an offset; fewer at the end of the file. */
type Read = (at: number, length: number) => Promise<Buffer>

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

function reader(file: FileHandle, head: Buffer): Read {
  return async (at, length) =>
    at + length <= head.length || head.length < headBytes ? head.subarray(at, at + length) : readAt(file, at, length)
}

/** ZIP: an entry, the end of an empty archive, a part of a split one. */
const archiveStarts = ['504b0304', '504b0506', '504b0708']

const tiffStarts = ['49492a00', '4d4d002a']

/** Archives are recognised by their first bytes alone: nothing is unpacked here. */
async function detect(head: Buffer): Promise<string | undefined> {
  if (head.length === 0) return undefined
  if (archiveStarts.includes(head.toString('hex', 0, 4))) return 'application/zip'
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  // The library also reads the directory of a TIFF, which is often at the end of the file.
  return found?.mime ?? (tiffStarts.includes(head.toString('hex', 0, 4)) ? 'image/tiff' : undefined)
}

/** Whether the file can be opened as a ZIP archive, regardless of its first bytes. */
function endsAsArchive(tail: Buffer): boolean {
  let at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  while (at >= 0) {
    const comment = at + 22 <= tail.length ? at + 22 + tail.readUInt16LE(at + 20) : tail.length + 1
    // Readers tolerate line breaks and zeros after it.
    if (comment <= tail.length && tail.subarray(comment).every((byte) => [0, 10, 13, 32].includes(byte))) return true
    at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1')
  }
  return false
}

/** Null when the file is not a picture; 0 for one whose size cannot be read. */
async function countPixels(detected: string | undefined, read: Read): Promise<number | null> {
  if (detected === 'image/png' || detected === 'image/apng') return pngPixels(await read(0, 24))
  if (detected === 'image/jpeg') return jpegPixels(read)
  if (detected === 'image/tiff') return tiffPixels(read)
  if (detected?.startsWith('image/hei')) return heicPixels(await read(0, mostMetadata))
  return null
}

function pngPixels(head: Buffer): number {
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return 0
  return head.readUInt32BE(16) * head.readUInt32BE(20)
}

/** The frame header follows any number of other segments. */
async function jpegPixels(read: Read): Promise<number> {
  let at = 2
  for (let segment = 0; segment < mostSegments; segment += 1) {
    const head = await read(at, 9)
    if (head.length < 9 || head[0] !== 0xff) return 0
    const marker = head[1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return head.readUInt16BE(5) * head.readUInt16BE(7)
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else at += 2 + head.readUInt16BE(2)
  }
  return 0
}

/** Pixels of the largest page. Directories of pages form a chain, anywhere in the file. */
async function tiffPixels(read: Read): Promise<number> {
  const head = await read(0, 8)
  const little = head.toString('latin1', 0, 2) === 'II'
  const short = (bytes: Buffer, at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (bytes: Buffer, at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  if (head.length < 8 || short(head, 2) !== 42) return 0
  let at = long(head, 4)
  let largest = 0
  for (let page = 0; page < mostPages && at !== 0; page += 1) {
    const start = await read(at, 2)
    if (start.length < 2) return 0
    const length = short(start, 0) * 12
    const directory = await read(at + 2, length + 4)
    if (directory.length < length + 4) return 0
    const sides = { width: 0, height: 0 }
    for (let entry = 0; entry < length; entry += 12) {
      const tag = short(directory, entry)
      const value = short(directory, entry + 2) === 3 ? short(directory, entry + 8) : long(directory, entry + 8)
      if (tag === 256) sides.width = value
      if (tag === 257) sides.height = value
    }
    largest = Math.max(largest, sides.width * sides.height)
    at = long(directory, length)
  }
  return largest
}

/** The largest of all listed sizes: tiles and thumbnails are smaller than the picture. */
function heicPixels(head: Buffer): number {
  let largest = 0
  for (let at = head.indexOf('ispe', 0, 'latin1'); at >= 0; at = head.indexOf('ispe', at + 4, 'latin1')) {
    if (at + 16 > head.length) break
    largest = Math.max(largest, head.readUInt32BE(at + 8) * head.readUInt32BE(at + 12))
  }
  return largest
}
