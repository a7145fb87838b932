/** A line, a point or an area of a tile, in its own coordinates of 0 to 4096. */
export interface TileFeature {
  kind: 'POINT' | 'LINE' | 'AREA'
  at: readonly (readonly [x: number, y: number])[]
  tags: Readonly<Record<string, string | number>>
}

/** Contents of an archive: one tile of the whole world, by layer. */
export interface TinyArchive {
  layers: Readonly<Record<string, readonly TileFeature[]>>
  attribution?: string
  /** Tile type in the header; 1 for vector tiles. */
  tileType?: number
}

const extent = 4_096
const headerBytes = 127

/** The coordinates of a place in the tile of the whole world. */
export function inWorldTile(longitude: number, latitude: number): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return [Math.round(((longitude + 180) / 360) * extent), Math.round(y * extent)]
}

/** A complete, uncompressed PMTiles archive (version 3) of one vector tile. */
export function createPmtiles({ layers, attribution = '', tileType = 1 }: TinyArchive): Buffer {
  const tile = Buffer.concat(Object.entries(layers).map(([name, features]) => field(3, layerOf(name, features))))
  const vector_layers = Object.keys(layers).map((id) => ({ id, fields: {} }))
  const metadata = Buffer.from(JSON.stringify({ name: 'tiny', attribution, vector_layers }))
  // One entry: tile 0, run length 1, its length, offset 0.
  const directory = Buffer.concat([1, 0, 1, tile.length, 1].map(varint))
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles', 'latin1')
  header.writeUInt8(3, 7)
  const metadataAt = headerBytes + directory.length
  const dataAt = metadataAt + metadata.length
  const numbers = [headerBytes, directory.length, metadataAt, metadata.length, dataAt, 0, dataAt, tile.length, 1, 1, 1]
  for (const [at, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + at * 8)
  // Clustered; no compression; tile type; zoom 0 to 0.
  for (const [at, value] of [1, 1, 1, tileType, 0, 0].entries()) header.writeUInt8(value, 96 + at)
  for (const [at, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 10_000_000, 102 + at * 4)
  return Buffer.concat([header, directory, metadata, tile])
}

function layerOf(name: string, features: readonly TileFeature[]): Buffer {
  const keys = [...new Set(features.flatMap(({ tags }) => Object.keys(tags)))]
  const values = [...new Set(features.flatMap(({ tags }) => Object.values(tags)))]
  return Buffer.concat([
    field(1, Buffer.from(name)),
    ...features.map((feature) => field(2, featureOf(feature, keys, values))),
    ...keys.map((key) => field(3, Buffer.from(key))),
    ...values.map((value) => field(4, typeof value === 'string' ? field(1, Buffer.from(value)) : number(5, value))),
    number(5, extent),
    number(15, 2),
  ])
}

function featureOf({ kind, at, tags }: TileFeature, keys: readonly string[], values: readonly unknown[]): Buffer {
  const named = Object.entries(tags).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)])
  const type = { POINT: 1, LINE: 2, AREA: 3 }[kind]
  return Buffer.concat([
    field(2, Buffer.concat(named.map(varint))),
    number(3, type),
    field(4, Buffer.concat(geometryOf(kind, at).map(varint))),
  ])
}

/** Pen commands: move, line, close; coordinates as zigzag-encoded deltas. */
function geometryOf(kind: TileFeature['kind'], at: TileFeature['at']): number[] {
  let [x, y] = [0, 0]
  const steps = at.map(([nextX, nextY]) => {
    const step = [zigzag(nextX - x), zigzag(nextY - y)]
    ;[x, y] = [nextX, nextY]
    return step
  })
  const command = (id: number, count: number) => id | (count << 3)
  const rest = steps.slice(1)
  const lines = kind === 'POINT' ? [] : [command(2, rest.length), ...rest.flat()]
  return [command(1, 1), ...steps[0]!, ...lines, ...(kind === 'AREA' ? [command(7, 1)] : [])]
}

const zigzag = (value: number) => (value << 1) ^ (value >> 31)
const field = (id: number, bytes: Buffer) => Buffer.concat([varint((id << 3) | 2), varint(bytes.length), bytes])
const number = (id: number, value: number) => Buffer.concat([varint(id << 3), varint(value)])

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...bytes, rest])
}
