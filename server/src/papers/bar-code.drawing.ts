import { code128Widths } from '../pdf/code128.ts'
import { type Box, ink, type PdfDocument } from '../pdf/document.ts'

/** Widest module in points: scanners read 0.25 to 1 mm. */
const widestModule = 1.1

/**
 * Draws a number as a barcode with its text below, right-aligned in a box (PAPER-9). A number that Code 128 cannot
 * encode, or that is too long to be scanned, is drawn as text alone.
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

/** Scanners cannot read narrower ones from paper. */
const narrowestModule = 0.6
