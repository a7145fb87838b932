import { inflateSync } from 'node:zlib'

/**
 * The text of one of our PDFs, page by page: one line for each written piece. Supports only the output of pdfkit:
 * compressed streams, and embedded fonts with a table from glyphs to characters.
 */
export function pdfPages(file: Buffer): string[] {
  return pdfPieces(file).map((pieces) => pieces.map(({ text }) => text).join('\n'))
}

/** A piece of text with its start position, in points from the left and the bottom of its page. */
export interface PdfPiece {
  text: string
  x: number
  y: number
}

/** Every piece of text of one of our PDFs with its position, page by page. */
export function pdfPieces(file: Buffer): PdfPiece[][] {
  const objects = objectsOf(file)
  const fonts = fontsOf(objects)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head))
  return pages.map(({ head }) => {
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)![1]!)!
    return piecesOf(content.stream, fonts)
  })
}

interface PdfObject {
  head: string
  /** Inflated; empty without a stream. */
  stream: string
}

function objectsOf(file: Buffer): Map<string, PdfObject> {
  const text = file.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const { 1: id, index, 0: start } of text.matchAll(/(?<=\n)(\d+) 0 obj\n/g)) {
    const end = text.indexOf('\nendobj', index)
    const body = text.slice(index + start.length, end)
    const at = body.indexOf('stream\n')
    const head = at < 0 ? body : body.slice(0, at)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const begin = index + start.length + at + 'stream\n'.length
    const isPacked = at >= 0 && head.includes('/FlateDecode')
    const bytes = file.subarray(begin, begin + length)
    objects.set(id!, { head, stream: isPacked ? inflateSync(bytes).toString('latin1') : '' })
  }
  return objects
}

type Glyphs = ReadonlyMap<string, string>

/** Characters by glyph, for each font by its name in the content. */
function fontsOf(objects: ReadonlyMap<string, PdfObject>): Map<string, Glyphs> {
  const fonts = new Map<string, Glyphs>()
  for (const { head } of objects.values()) {
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)?.head ?? '')?.[1]
      if (table) fonts.set(name!, glyphsOf(objects.get(table)!.stream))
    }
  }
  return fonts
}

function glyphsOf(table: string): Glyphs {
  const glyphs = new Map<string, string>()
  for (const [, from, , list] of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
    let code = Number.parseInt(from!, 16)
    for (const [, hex] of list!.matchAll(/<([0-9a-f ]*)>/gi)) {
      glyphs.set(
        code.toString(16).padStart(4, '0'),
        Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
      code += 1
    }
  }
  return glyphs
}

function piecesOf(content: string, fonts: ReadonlyMap<string, Glyphs>): PdfPiece[] {
  let glyphs: Glyphs = new Map()
  let [x, y] = [0, 0]
  const pieces: PdfPiece[] = []
  const found = /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/g
  for (const [, font, shown, left, bottom] of content.matchAll(found)) {
    if (font) glyphs = fonts.get(font)!
    else if (left) [x, y] = [Number(left), Number(bottom)]
    else {
      const text = [...shown!.matchAll(/<([0-9a-f]+)>/gi)].map(([, hex]) => readGlyphs(hex!, glyphs)).join('')
      pieces.push({ text, x, y })
    }
  }
  return pieces
}

function readGlyphs(hex: string, glyphs: Glyphs): string {
  return (hex.match(/.{4}/g) ?? []).map((glyph) => glyphs.get(glyph.toLowerCase()) ?? '?').join('')
}
