import { faint, type PdfDocument } from '../pdf/document.ts'
import { printable } from '../pdf/form.ts'
import { drawLogo, type Letterhead, titleColour } from '../pdf/letterhead.ts'
import { drawBarCode } from './bar-code.drawing.ts'
import type { PaperFacts } from './facts.rules.ts'

/** Issuer of a paper. */
export interface PaperAuthor {
  author: string
  letterhead: Letterhead
}

/** The haulier as issuer of its papers. */
export function authorOf({ carrier, letterhead }: Pick<PaperFacts, 'carrier' | 'letterhead'>): PaperAuthor {
  return { author: carrier.name ?? 'Cartage', letterhead }
}

interface PaperHead extends PaperAuthor {
  title: string
  /** Drawn with its barcode; null when there is nothing to scan. */
  number: string | null
  facts: readonly (readonly [label: string, value: string])[]
}

/** Draws the head of a list or note: logo, issuer, title, number with its barcode, and facts in two columns. */
export function drawPaperHead(pdf: PdfDocument, { title, number, author, letterhead, facts }: PaperHead): void {
  const half = pdf.width / 2
  const above = pdf.y
  const tallLogo = drawLogo(pdf, letterhead, { x: pdf.left, y: above, width: half })
  const top = tallLogo === 0 ? above : above + tallLogo + 8
  const tallAuthor = pdf.writeAt(printable(author), { x: pdf.left, y: top, width: half }, { size: 9, colour: faint })
  const titleTop = top + Math.max(16, tallAuthor + 5)
  const tall = pdf.writeAt(
    title,
    { x: pdf.left, y: titleTop, width: half },
    {
      size: 18,
      isBold: true,
      colour: titleColour(letterhead),
    },
  )
  if (number !== null) drawBarCode(pdf, number, { x: pdf.left + half, y: above, width: half }, 26)
  pdf.y = titleTop + tall + 10
  const rows = Math.ceil(facts.length / 2)
  for (let row = 0; row < rows; row += 1) {
    const heights = [facts[row], facts[row + rows]].map((fact, column) => {
      if (!fact) return 0
      const x = pdf.left + column * half
      pdf.writeAt(fact[0], { x, y: pdf.y, width: 92 }, { colour: faint })
      return pdf.writeAt(printable(fact[1]), { x: x + 96, y: pdf.y, width: half - 104 })
    })
    pdf.y += Math.max(...heights) + 3
  }
  pdf.y += 10
}
