import PDFDocument from 'pdfkit'
import { languageOrEnglish } from '../languages/writing.ts'
import { drawable, loadFonts, noFont, writeBothDirections } from './fonts.ts'
import { footerLabels } from './labels.ts'

/** Metadata and date of a document; the same content gives the same bytes. */
export interface PdfInfo {
  title: string
  author: string
  /** Language of the texts, such as `nl`. */
  language: string
  /** Date of the document, `YYYY-MM-DD`: files contain it, never the time they were drawn. */
  date: string
  /** The longest text at the left of the page footers; it decides their height. */
  footer?: string
}

/** Style of a text. Sizes and widths are points: A4 is 595 by 842. */
export interface TextStyle {
  size?: number
  isBold?: boolean
  colour?: string
  align?: 'left' | 'right' | 'center'
}

/** Machine-readable file with the same content, embedded in a document. */
export interface PdfAttachment {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly bytes: Buffer
  /** RDF elements about it in the metadata of the document (XMP). */
  readonly metadata: string
}

/** Metadata member of a pdfkit document, which its types leave out. */
interface WithMetadata {
  appendXML(xml: string): void
}

/** A box on a page. */
export interface Box {
  x: number
  y: number
  width: number
}

export const ink = '#111827'
export const faint = '#6b7280'
export const line = '#d1d5db'
export const shade = '#f3f4f6'

const margin = { side: 48, top: 44, bottom: 64, footer: 20 }
/** Points between the texts and the footer, and at each side of the footer for the page number. */
const [footerGap, footerSide] = [18, 80]
const footerStyle: TextStyle = { size: 7, colour: faint }

/**
 * A PDF/A-3b document on A4: fonts are embedded, dates come from the document. Texts are written at a cursor that moves
 * down; overflowing text begins a new page.
 */
export class PdfDocument {
  readonly canvas: PDFKit.PDFDocument
  readonly left = margin.side
  readonly width: number
  readonly right: number
  /** Position of the next text, from the top of the page. */
  y = margin.top
  private readonly bottom: number
  /** Height of the footer of a page. */
  private readonly footerHeight: number
  /** Footer note when a letter could not be drawn. */
  private readonly missing: string
  private isWhole = true

  constructor({ title, author, language, date, footer = '' }: PdfInfo) {
    const at = new Date(`${date}T00:00:00Z`)
    this.canvas = new PDFDocument({
      ...{ size: 'A4', margin: 0, bufferPages: true, subset: 'PDF/A-3b', pdfVersion: '1.7', lang: language },
      info: { Title: title, Author: author, Creator: 'Cartage', Producer: 'Cartage', CreationDate: at, ModDate: at },
      font: noFont,
    })
    const { regular, bold } = loadFonts()
    this.canvas.registerFont('regular', regular)
    this.canvas.registerFont('bold', bold)
    this.right = this.canvas.page.width - margin.side
    this.width = this.right - this.left
    this.missing = footerLabels(languageOrEnglish(language)).missingLetter
    const tall =
      this.heightOf(`${footer}\n${this.missing}`, this.width - footerSide, footerStyle) + footerGap + margin.footer
    this.footerHeight = Math.min(Math.max(margin.bottom, tall), this.canvas.page.height / 3)
    this.bottom = this.canvas.page.height - this.footerHeight
  }

  /** Height of a text at a width. */
  heightOf(text: string, width: number, style: TextStyle = {}): number {
    this.use(style)
    return this.canvas.heightOfString(drawable(text).text, { width })
  }

  /** Writes a text into a box; the cursor stays. @returns its height */
  writeAt(given: string, { x, y, width }: Box, style: TextStyle = {}): number {
    const text = this.drawn(given)
    this.use(style)
    this.canvas.text(text, x, y, { width, align: style.align ?? 'left' })
    return this.canvas.heightOfString(text, { width })
  }

  /** Writes as much of a text as fits into a box, with an ellipsis where it is cut; nothing when no line fits. */
  writeWithin(given: string, { x, y, width, height }: Box & { height: number }, style: TextStyle = {}): void {
    const text = this.drawn(given)
    this.use(style)
    if (height < this.canvas.currentLineHeight()) return
    this.canvas.text(text, x, y, { width, height, ellipsis: true, align: style.align ?? 'left' })
  }

  /** Writes a text over the whole width and moves the cursor below it; begins new pages as needed. */
  write(text: string, style: TextStyle = {}): void {
    for (let rest = text; rest !== ''; ) {
      const [part, left] = this.cut(rest, this.width, this.room, style)
      this.need(this.heightOf(part, this.width, style))
      this.y += this.writeAt(part, { x: this.left, y: this.y, width: this.width }, style)
      rest = left
    }
  }

  /** Height available on a page. */
  get room(): number {
    return this.bottom - margin.top
  }

  /** Cuts a text to a height at a width: between words, or within a word that is longer. */
  cut(given: string, width: number, height: number, style: TextStyle = {}): [part: string, rest: string] {
    const text = this.drawn(given)
    if (this.heightOf(text, width, style) <= height) return [text, '']
    let [fits, tooLong] = [0, text.length]
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1
      if (this.heightOf(text.slice(0, middle), width, style) <= height) fits = middle
      else tooLong = middle
    }
    const space = text.lastIndexOf(' ', fits)
    // A surrogate pair stays together.
    const letter = /[\ud800-\udbff]/.test(text[fits - 1] ?? '') ? fits - 1 : fits
    const end = space > 0 ? space : Math.max(letter, 1)
    return [text.slice(0, end), text.slice(end).trimStart()]
  }

  /** Draws a thin line over the width at the cursor. */
  rule(colour: string = line, from = this.left, to = this.right): void {
    this.canvas.moveTo(from, this.y).lineTo(to, this.y).lineWidth(0.5).strokeColor(colour).stroke()
  }

  /** Begins a page when less than this height is left. @returns whether it did */
  need(height: number): boolean {
    if (this.y + height <= this.bottom) return false
    this.addPage()
    return true
  }

  /** Draws the squares of a two-dimensional code, dark ones black. */
  squares(dark: readonly (readonly boolean[])[], { x, y, width }: Box): void {
    const side = width / dark.length
    this.canvas.fillColor('#000000')
    for (const [row, cells] of dark.entries()) {
      for (const [column, isDark] of cells.entries()) {
        if (isDark) this.canvas.rect(x + column * side, y + row * side, side, side)
      }
    }
    this.canvas.fill()
  }

  /** Draws a black barcode over a width, from alternating widths of bars and spaces in any unit. */
  bars(widths: readonly number[], { x, y, width }: Box, height: number): void {
    const unit = width / widths.reduce((sum, one) => sum + one, 0)
    let at = x
    this.canvas.fillColor('#000000')
    for (const [place, one] of widths.entries()) {
      if (place % 2 === 0) this.canvas.rect(at, y, one * unit, height)
      at += one * unit
    }
    this.canvas.fill()
  }

  /** Puts a file inside the document (PDF/A-3), dated like the document. @param date `YYYY-MM-DD` */
  attach({ name, type, description, bytes, metadata }: PdfAttachment, date: string): void {
    const at = new Date(`${date}T00:00:00Z`)
    const file = { name, type, description, relationship: 'Alternative', creationDate: at, modifiedDate: at } as const
    this.canvas.file(bytes, file)
    const canvas: PDFKit.PDFDocument & Partial<WithMetadata> = this.canvas
    canvas.appendXML?.(metadata)
  }

  /** Number of pages so far. */
  get pages(): number {
    return this.canvas.bufferedPageRange().count
  }

  /** Begins a page. */
  addPage(): void {
    this.canvas.addPage()
    this.y = margin.top
  }

  /**
   * Ends the document.
   * @param footer left and right footer text of each page
   * @returns the file
   */
  async finish(footer: (page: number, pages: number) => { left: string; right: string }): Promise<Buffer> {
    const { start, count } = this.canvas.bufferedPageRange()
    for (let page = start; page < start + count; page += 1) {
      this.canvas.switchToPage(page)
      const { left: leftText, right } = footer(page - start + 1, count)
      this.drawn(leftText)
      const left = this.isWhole ? leftText : `${leftText}\n${this.missing}`
      this.y = this.bottom + footerGap - 6
      this.rule()
      const at = { y: this.y + 6, width: this.width - footerSide, height: this.footerHeight - footerGap }
      this.writeWithin(left, { ...at, x: this.left }, footerStyle)
      this.writeAt(right, { x: this.right - 76, y: at.y, width: 76 }, { ...footerStyle, align: 'right' })
    }
    return await bytesOf(this.canvas)
  }

  /** PAPER-19: a text with squares for letters that the fonts lack, which the page footers then explain. */
  private drawn(given: string): string {
    const { text, isWhole } = drawable(given)
    if (!isWhole) this.isWhole = false
    return text
  }

  private use({ size = 9, isBold = false, colour = ink }: TextStyle): void {
    this.canvas
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour)
    writeBothDirections(this.canvas)
  }
}

function bytesOf(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
    pdf.end()
  })
}
