import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { directedRuns } from './direction.rules.ts'

const require = createRequire(import.meta.url)

/** Without it pdfkit opens Helvetica, which PDF/A must not refer to. */
export const noFont = ''

type Font = Parameters<PDFKit.PDFDocument['registerFont']>[1]

/** A shape of a font, and the characters that a file says it stands for. */
interface Glyph {
  codePoints: number[]
}

/** What the font is to fontkit, which draws it for pdfkit. */
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

/** Glyphs of a text with their places, in units of the font; pdfkit has places in thousandths of the size. */
interface GlyphRun {
  glyphs: (Glyph & { advanceWidth: number })[]
  positions: Record<string, number>[]
  advanceWidth: number
}

/** What pdfkit has of the font in use; its types leave it out. */
interface WithFont {
  _font: {
    font: Font & Partial<WithGlyphs>
    scale: number
    layout(text: string, features?: unknown, onlyWidth?: boolean): GlyphRun
  }
}

let fonts: { regular: Font; bold: Font } | undefined

/**
 * Free fonts that have the letters of all European languages. They are read with the first document, and documents share
 * them: reading one takes longer than drawing a page.
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
 * Lets each use of a glyph have its own characters, whatever was drawn before. fontkit keeps a glyph with the characters of its
 * first use: of a Y that was first needed to draw a Ý these are none, and of an ı that was first drawn under the accent of an ì
 * an i. Every later file of the process would show the letter and say another, or none.
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

/** The letters of a ligature, as U+FB03: its glyph is used for the three letters, too. */
function spell(character: number): number[] {
  if (character < 0xfb00 || character > 0xfb06) return [character]
  return Array.from(String.fromCodePoint(character).normalize('NFKC'), (letter) => letter.codePointAt(0)!)
}

const laidOut = new WeakSet<object>()

/**
 * PAPER-19: lets the font in use write lines with letters from right to left in their order. pdfkit writes one word after the
 * other from left to right, whatever their letters are.
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

/** Letters that are written in most documents, and that every font has. */
const usual = /^[\n\u0020-\u007e\u00a0-\u017f]*$/

/** What stands for a letter that the fonts lack. */
export const missingLetter = '\u25a1'

/**
 * PAPER-19: a text in letters that the fonts have: of those they lack the same letter in another shape where there is one, as A for
 * a wide Ａ, else a square for each.
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
