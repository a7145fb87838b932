import { code128Widths } from '../pdf/code128.ts'
import { type Box, ink, type PdfDocument } from '../pdf/document.ts'

/** Widest module in points: scanners read 0.25 to 1 mm. */
const widestModule = 1.1

/**
 * A number as bars with its text below, at the right end of a box (PAPER-9). Where it has letters that Code 128 does not
 * know, or is too long to be read, it is text alone.
 */
export function drawBarCode(pdf: PdfDocument, text: string, { x, y, width }: Box, height: number): void {
  const widths = code128Widths(text)
  const modules = widths?.reduce((sum, one) => sum + one, 0) ?? 0
  const unit = Math.min(widestModule, width / Math.max(modules, 1))
  if (widths && unit >= narrowestModule) {
    const wide = unit * modules
    pdf.bars(widths, { x: x + width - wide, y, width: wide }, height)
  }
  pdf.writeAt(text, { x, y: y + height + 1.5, width }, { size: 8, isBold: true, colour: ink, align: 'right' })
}

/** Narrower ones are not read from paper. */
const narrowestModule = 0.6
