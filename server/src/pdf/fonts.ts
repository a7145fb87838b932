import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

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
}

/** What pdfkit has of the font in use; its types leave it out. */
interface WithFont {
  _font: { font: Font & Partial<WithGlyphs> }
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
