import { compoundType, packageType } from './office.rules.ts'

/** Reads bytes at an offset; fewer at the end of the file. */
type Read = (at: number, length: number) => Promise<Buffer>

const mostDirectory = 1_048_576
const endBytes = 22
const mostSectors = 64

/**
 * Media type of an office document in an archive or a compound file, from the names in its directory; nothing is
 * unpacked.
 * @returns undefined for every other file, and for one with data before or after the archive
 */
export async function officeType(detected: string | undefined, read: Read, size: number): Promise<string | undefined> {
  if (detected === 'application/zip') return await typeOfPackage(read, size)
  if (detected === 'application/x-cfb') return compoundType(await streamNames(read))
  return undefined
}

async function typeOfPackage(read: Read, size: number): Promise<string | undefined> {
  const end = await read(size - endBytes, endBytes)
  if (end.length < endBytes || end.readUInt32LE(0) !== 0x06054b50) return undefined
  const [length, start] = [end.readUInt32LE(12), end.readUInt32LE(16)]
  if (length > mostDirectory || start + length !== size - endBytes) return undefined
  const names = entryNames(await read(start, length))
  if (names === undefined || names.length !== end.readUInt16LE(10)) return undefined
  return packageType(names, await firstMimetype(read, names))
}

/** Names in the directory of an archive; undefined when it is broken. */
function entryNames(directory: Buffer): string[] | undefined {
  const names: string[] = []
  for (let at = 0; at < directory.length; ) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) return undefined
    const length = directory.readUInt16LE(at + 28)
    names.push(directory.toString('utf8', at + 46, at + 46 + length))
    at += 46 + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}

/** OpenDocument: the first entry is called mimetype and holds the media type uncompressed. */
async function firstMimetype(read: Read, names: readonly string[]): Promise<string | undefined> {
  if (names[0] !== 'mimetype') return undefined
  const head = await read(0, 200)
  const isPlain = head.length > 38 && head.readUInt16LE(8) === 0 && head.toString('latin1', 30, 38) === 'mimetype'
  if (!isPlain) return ''
  const start = 38 + head.readUInt16LE(28)
  return head.toString('latin1', start, start + head.readUInt32LE(18))
}

/** Names of the streams of a compound file, as far as its directory can be read. */
async function streamNames(read: Read): Promise<string[]> {
  const head = await read(0, 512)
  const shift = head.length < 512 ? 0 : head.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return []
  const bytes = 2 ** shift
  const sectorAt = (sector: number) => (sector + 1) * bytes
  const names: string[] = []
  let sector = head.readUInt32LE(48)
  for (let count = 0; count < mostSectors && sector < 0xfffffffa; count += 1) {
    names.push(...namesIn(await read(sectorAt(sector), bytes)))
    const table = Math.floor((sector * 4) / bytes)
    // The first 109 sectors of the table are in the header: enough for 7 MB, and the directory comes early.
    if (table >= 109) break
    const next = await read(sectorAt(head.readUInt32LE(76 + table * 4)) + ((sector * 4) % bytes), 4)
    if (next.length < 4) break
    sector = next.readUInt32LE(0)
  }
  return names
}

function namesIn(sector: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at + 128 <= sector.length; at += 128) {
    const length = sector.readUInt16LE(at + 64)
    if (length >= 2 && length <= 64) names.push(sector.toString('utf16le', at, at + length - 2))
  }
  return names
}
