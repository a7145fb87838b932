import { faint, type PdfDocument, shade, type TextStyle } from './document.ts'

/** A column of a table. Widths are shares of the width of the page. */
export interface PdfColumn {
  title: string
  share: number
  align?: 'left' | 'right'
}

/** A cell: its text, and smaller text below it. */
export type PdfCell = string | { text: string; below: string | null }

export interface PdfTable {
  columns: readonly PdfColumn[]
  rows: readonly (readonly PdfCell[])[]
  /** Left end and width where it is not over the whole page. */
  within?: { x: number; width: number }
}

const padding = 4
const small: TextStyle = { size: 7.5, colour: faint }
const heading: TextStyle = { size: 7.5, isBold: true, colour: faint }

interface Placed {
  x: number
  width: number
  align: 'left' | 'right'
}

/** Draws a table at the cursor. Its heading is repeated on every page; a row is never cut in two. */
export function drawTable(pdf: PdfDocument, { columns, rows, within }: PdfTable): void {
  const { x: left, width } = within ?? { x: pdf.left, width: pdf.width }
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let x = left
  const places = columns.map(({ share, align = 'left' }): Placed => {
    const place = { x, width: (width * share) / shares, align }
    x += place.width
    return place
  })
  const draw = { pdf, columns, places, left, width }
  drawHeading(draw)
  for (const row of rows) drawRow(draw, row)
}

interface Drawing {
  pdf: PdfDocument
  columns: readonly PdfColumn[]
  places: readonly Placed[]
  left: number
  width: number
}

function drawHeading({ pdf, columns, places, left, width }: Drawing): void {
  const tall = Math.max(...columns.map(({ title }, at) => pdf.heightOf(title, inner(places[at]!), heading)))
  const height = tall + 2 * padding
  pdf.need(height * 3)
  pdf.canvas.rect(left, pdf.y, width, height).fill(shade)
  for (const [at, { title }] of columns.entries()) {
    const { x, align } = places[at]!
    pdf.writeAt(title, { x: x + padding, y: pdf.y + padding, width: inner(places[at]!) }, { ...heading, align })
  }
  pdf.y += height
}

function drawRow(drawing: Drawing, row: readonly PdfCell[]): void {
  const { pdf, places, left, width } = drawing
  const heights = row.map((cell, at) => heightOf(pdf, cell, inner(places[at]!)))
  const height = Math.max(...heights) + 2 * padding
  if (pdf.need(height)) drawHeading(drawing)
  for (const [at, cell] of row.entries()) {
    const { x, align } = places[at]!
    const box = { x: x + padding, y: pdf.y + padding, width: inner(places[at]!) }
    const { text, below } = partsOf(cell)
    const used = pdf.writeAt(text, box, { align })
    if (below) pdf.writeAt(below, { ...box, y: box.y + used + 1 }, { ...small, align })
  }
  pdf.y += height
  pdf.rule(undefined, left, left + width)
}

function heightOf(pdf: PdfDocument, cell: PdfCell, width: number): number {
  const { text, below } = partsOf(cell)
  return pdf.heightOf(text, width) + (below ? pdf.heightOf(below, width, small) + 1 : 0)
}

function partsOf(cell: PdfCell): { text: string; below: string | null } {
  return typeof cell === 'string' ? { text: cell, below: null } : cell
}

function inner({ width }: Placed): number {
  return width - 2 * padding
}
