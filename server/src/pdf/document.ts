import PDFDocument from 'pdfkit'
import { languageOrEnglish } from '../languages/writing.ts'
import { drawable, loadFonts, noFont, writeBothDirections } from './fonts.ts'
import { footerLabels } from './labels.ts'

/** What a document says about itself, and when; the same content gives the same bytes. */
export interface PdfInfo {
  title: string
  author: string
  /** Language of the texts, as `nl`. */
  language: string
  /** The day of the document, `YYYY-MM-DD`: files carry it, never the time they were drawn at. */
  date: string
  /** The longest text at the left of the foot of its pages, which get room for it. */
  footer?: string
}

/** How a text looks. Sizes and widths are points: A4 is 595 by 842. */
export interface TextStyle {
  size?: number
  isBold?: boolean
  colour?: string
  align?: 'left' | 'right' | 'center'
}

/** A file inside a document that says the same as it, for machines. */
export interface PdfAttachment {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly bytes: Buffer
  /** What the metadata of the document (XMP) says of it: elements of RDF. */
  readonly metadata: string
}

/** What pdfkit has for the metadata of the file; its types leave it out. */
interface WithMetadata {
  appendXML(xml: string): void
}

/** A box of a page. */
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
/** From the texts of a page to those at its foot, and what is left at their side for the number of the page. */
const [footerGap, footerSide] = [18, 80]
const footerStyle: TextStyle = { size: 7, colour: faint }

/**
 * A document on A4 as PDF/A-3b: fonts are embedded, dates come from the document. Texts are written at a cursor that
 * moves down; what does not fit begins a page.
 */
export class PdfDocument {
  readonly canvas: PDFKit.PDFDocument
  readonly left = margin.side
  readonly width: number
  readonly right: number
  /** Where the next text is written, from the top of the page. */
  y = margin.top
  private readonly bottom: number
  /** Height of what is below the texts of a page. */
  private readonly footerHeight: number
  /** Of the foot, where a letter was left out. */
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

  /** Height of a text in a width. */
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

  /** Writes as much of a text as a box has room for, with dots where it is cut; nothing where no line fits. */
  writeWithin(given: string, { x, y, width, height }: Box & { height: number }, style: TextStyle = {}): void {
    const text = this.drawn(given)
    this.use(style)
    if (height < this.canvas.currentLineHeight()) return
    this.canvas.text(text, x, y, { width, height, ellipsis: true, align: style.align ?? 'left' })
  }

  /** Writes a text over the whole width, on a page with room for it, and moves the cursor below; goes on over pages. */
  write(text: string, style: TextStyle = {}): void {
    for (let rest = text; rest !== ''; ) {
      const [part, left] = this.cut(rest, this.width, this.room, style)
      this.need(this.heightOf(part, this.width, style))
      this.y += this.writeAt(part, { x: this.left, y: this.y, width: this.width }, style)
      rest = left
    }
  }

  /** Height of what a page can hold. */
  get room(): number {
    return this.bottom - margin.top
  }

  /** Cuts a text where a height in a width is full: between words, and within a word that is longer. */
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
    // Two halves of one letter stay together.
    const letter = /[\ud800-\udbff]/.test(text[fits - 1] ?? '') ? fits - 1 : fits
    const end = space > 0 ? space : Math.max(letter, 1)
    return [text.slice(0, end), text.slice(end).trimStart()]
  }

  /** A thin line over the width at the cursor. */
  rule(colour: string = line, from = this.left, to = this.right): void {
    this.canvas.moveTo(from, this.y).lineTo(to, this.y).lineWidth(0.5).strokeColor(colour).stroke()
  }

  /** Begins a page when less than this height is left. @returns whether it did */
  need(height: number): boolean {
    if (this.y + height <= this.bottom) return false
    this.addPage()
    return true
  }

  /** Squares of a two-dimensional code, dark ones black. */
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

  /** Bars of a one-dimensional code over a width, black: widths of a bar, a space and so on, in any unit. */
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

  /** How many pages there are by now. */
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
   * @param footer lines at the foot of each page, left and right
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

  /** PAPER-19: a text with squares for letters that the fonts lack, which the foot of each page then says. */
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
