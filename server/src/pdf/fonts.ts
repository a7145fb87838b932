import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { directedRuns } from './direction.rules.ts'

const require = createRequire(import.meta.url)

/** Without it pdfkit opens Helvetica, which PDF/A must not refer to. */
export const noFont = ''

type Font = Parameters<PDFKit.PDFDocument['registerFont']>[1]

/** A shape of a font, and the characters it represents in a file. */
interface Glyph {
  codePoints: number[]
}

/** The font in fontkit, which draws it for pdfkit. */
interface WithGlyphs {
  getGlyph(id: number, characters?: number[]): Glyph
  hasGlyphForCodePoint(codePoint: number): boolean
  layout(
    text: string,
    features?: undefined,
    script?: undefined,
    language?: undefined,
    direction?: 'ltr' | 'rtl',
  ): GlyphRun
}

/** Glyphs of a text with their positions in units of the font; pdfkit has positions in thousandths of the size. */
interface GlyphRun {
  glyphs: (Glyph & { advanceWidth: number })[]
  positions: Record<string, number>[]
  advanceWidth: number
}

/** Members of pdfkit for the current font, which its types leave out. */
interface WithFont {
  _font: {
    font: Font & Partial<WithGlyphs>
    scale: number
    layout(text: string, features?: unknown, onlyWidth?: boolean): GlyphRun
  }
}

let fonts: { regular: Font; bold: Font } | undefined

/**
 * Free fonts with the letters of all European languages. Read with the first document and shared by all: reading one
 * takes longer than drawing a page.
 */
export function loadFonts(): { regular: Font; bold: Font } {
  fonts ??= { regular: readFont('DejaVuSansCondensed'), bold: readFont('DejaVuSansCondensed-Bold') }
  return fonts
}

function readFont(name: string): Font {
  const path = require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
  const reader: PDFKit.PDFDocument & Partial<WithFont> = new PDFDocument({ font: noFont, autoFirstPage: false })
  reader.font(path)
  const font = reader._font?.font
  if (font?.getGlyph) spellGlyphs(font as WithGlyphs)
  return font ?? path
}

/**
 * Gives each use of a glyph its own characters, whatever was drawn before. fontkit keeps a glyph with the characters of
 * its first use: none for a Y that was first used to draw a Ý, an i for an ı first drawn under the accent of an ì.
 * Every later file of the process would show one letter and contain another, or none.
 */
function spellGlyphs(font: WithGlyphs): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, characters = []) => {
    const spelled = characters.flatMap(spell)
    const glyph = getGlyph(id, spelled)
    const isSpelledSo = String(glyph.codePoints) === String(spelled)
    return isSpelledSo ? glyph : Object.create(glyph, { codePoints: { value: spelled } })
  }
}

/** Letters of a ligature, such as U+FB03: its glyph is also used for the three letters. */
function spell(character: number): number[] {
  if (character < 0xfb00 || character > 0xfb06) return [character]
  return Array.from(String.fromCodePoint(character).normalize('NFKC'), (letter) => letter.codePointAt(0)!)
}

const laidOut = new WeakSet<object>()

/**
 * PAPER-19: makes the current font write lines with right-to-left letters in visual order. pdfkit writes words from
 * left to right, whatever their letters are.
 */
export function writeBothDirections(canvas: PDFKit.PDFDocument & Partial<WithFont>): void {
  const own = canvas._font
  const { font } = own ?? {}
  if (!own || !font?.layout || laidOut.has(own)) return
  laidOut.add(own)
  const leftToRight = own.layout.bind(own)
  own.layout = (text, features, onlyWidth) => {
    const runs = onlyWidth || features ? null : directedRuns(text)
    if (runs === null) return leftToRight(text, features, onlyWidth)
    const parts = runs.map((run) =>
      scaled(font.layout!(run.text, undefined, undefined, undefined, run.isRightToLeft ? 'rtl' : 'ltr'), own.scale),
    )
    return {
      glyphs: parts.flatMap(({ glyphs }) => glyphs),
      positions: parts.flatMap(({ positions }) => positions),
      advanceWidth: parts.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
    }
  }
}

function scaled({ glyphs, positions, advanceWidth }: GlyphRun, scale: number): GlyphRun {
  const places = positions.map((position, at) => ({
    ...Object.fromEntries(Object.entries(position).map(([member, value]) => [member, value * scale])),
    advanceWidth: glyphs[at]!.advanceWidth * scale,
  }))
  return { glyphs, positions: places, advanceWidth }
}

/** Letters of most documents, which every font has. */
const usual = /^[\n\u0020-\u007e\u00a0-\u017f]*$/

/** Replaces a letter that the fonts lack. */
export const missingLetter = '\u25a1'

/**
 * PAPER-19: a text in letters that the fonts have. A missing letter becomes the same letter in another shape if one
 * exists, such as A for a wide Ａ, else a square.
 */
export function drawable(text: string): { text: string; isWhole: boolean } {
  if (usual.test(text)) return { text, isWhole: true }
  const { regular, bold } = loadFonts()
  const has = (letter: string) =>
    /[\n\t\r]/.test(letter) ||
    [regular, bold].every(
      (font) => (font as Partial<WithGlyphs>).hasGlyphForCodePoint?.(letter.codePointAt(0)!) ?? true,
    )
  const hasAll = (letters: string) => Array.from(letters).every(has)
  if (hasAll(text)) return { text, isWhole: true }
  let isWhole = true
  const parts = Array.from(letters.segment(text), ({ segment }) => {
    const plain = segment.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    const shapes = [segment, plain, plain.normalize('NFC'), plain.normalize('NFKC')]
    const shape = shapes.find(hasAll)
    if (shape === undefined) isWhole = false
    return shape ?? missingLetter
  })
  return { text: parts.join(''), isWhole }
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
