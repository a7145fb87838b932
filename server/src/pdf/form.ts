import { type Box, faint, ink, type PdfDocument, type TextStyle } from './document.ts'

/** A box of a form with its height. */
export interface FormBox extends Box {
  height: number
}

/** Font sizes to try, largest first, until a text fits its box. */
const sizes = [8.5, 7.5, 6.5, 6]
const padding = 3

/** Longest line of text, in characters: no one reads more on paper. */
const longestLine = 800

/** Text that fonts can draw: blanks for control characters, cut to the longest line. */
export function printable(text: string): string {
  const plain = text.replace(/[^\P{Cc}\n]/gu, ' ')
  return plain.length > longestLine ? `${plain.slice(0, longestLine)}…` : plain
}

/**
 * Draws the frame of a box and its title: the number in bold, the label in two languages.
 * @returns points used by the title at the top
 */
export function drawBox(
  pdf: PdfDocument,
  box: FormBox,
  { number, titles, colour }: { number?: number; titles: readonly string[]; colour: string },
): number {
  frame(pdf, box, colour)
  let x = box.x + padding
  if (number !== undefined) {
    pdf.writeAt(String(number), { x, y: box.y + 1.5, width: 14 }, { size: 7, isBold: true, colour })
    x += 12
  }
  const width = box.x + box.width - x - padding
  const title = { x, y: box.y + 2, width }
  return pdf.writeAt([...new Set(titles)].join(' / '), title, { size: 5.5, colour: faint }) + 4
}

/** Draws the lines around a box. */
export function frame(pdf: PdfDocument, { x, y, width, height }: FormBox, colour: string): void {
  pdf.canvas.rect(x, y, width, height).lineWidth(0.7).strokeColor(colour).stroke()
}

/**
 * Writes lines into a box, smaller when they do not fit.
 * @param below points already used at the top of the box
 * @returns the lines that did not fit, the first of them perhaps in part
 */
export function fillBox(pdf: PdfDocument, box: FormBox, lines: readonly string[], below: number): string[] {
  const inner = { x: box.x + padding + 2, y: box.y + below, width: innerWidth(box.width) }
  const room = box.height - below - 2
  const texts = lines.map(printable)
  const size = sizes.find((one) => heightOf(pdf, texts, inner.width, { size: one }) <= room) ?? sizes.at(-1)!
  let used = 0
  for (const [at, text] of texts.entries()) {
    const tall = pdf.heightOf(text, inner.width, { size })
    const place = { ...inner, y: inner.y + used }
    if (used + tall > room) {
      pdf.writeWithin(text, { ...place, height: room - used }, { size, colour: ink })
      return texts.slice(at)
    }
    used += pdf.writeAt(text, place, { size, colour: ink })
  }
  return []
}

const innerWidth = (width: number) => width - 2 * padding - 4

/** Height of lines at a width, in the largest size of `fillBox`. */
export function boxHeight(pdf: PdfDocument, lines: readonly string[], width: number): number {
  return heightOf(pdf, lines.map(printable), innerWidth(width), { size: sizes[0]! })
}

function heightOf(pdf: PdfDocument, lines: readonly string[], width: number, style: TextStyle): number {
  return lines.reduce((sum, text) => sum + pdf.heightOf(text, width, style), 0)
}

/** Draws a small tick box. */
export function drawTick(pdf: PdfDocument, { x, y, width }: Box, isOn: boolean): void {
  pdf.canvas.rect(x, y, width, width).lineWidth(0.7).strokeColor(ink).stroke()
  if (!isOn) return
  pdf.canvas
    .moveTo(x, y)
    .lineTo(x + width, y + width)
    .moveTo(x + width, y)
    .lineTo(x, y + width)
    .stroke()
}
