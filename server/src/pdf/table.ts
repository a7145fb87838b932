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
  /** Left end and width if narrower than the page. */
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

/** Draws a table at the cursor. Its heading is repeated on every page; only a row taller than a page is cut. */
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
  for (const row of rows) {
    for (let rest: readonly PdfCell[] | null = row; rest !== null; ) rest = drawRow(draw, rest)
  }
}

interface Drawing {
  pdf: PdfDocument
  columns: readonly PdfColumn[]
  places: readonly Placed[]
  left: number
  width: number
}

function headingHeight({ pdf, columns, places }: Drawing): number {
  return Math.max(...columns.map(({ title }, at) => pdf.heightOf(title, inner(places[at]!), heading))) + 2 * padding
}

function drawHeading(drawing: Drawing): void {
  const { pdf, columns, places, left, width } = drawing
  const height = headingHeight(drawing)
  pdf.need(height * 3)
  pdf.canvas.rect(left, pdf.y, width, height).fill(shade)
  for (const [at, { title }] of columns.entries()) {
    const { x, align } = places[at]!
    pdf.writeAt(title, { x: x + padding, y: pdf.y + padding, width: inner(places[at]!) }, { ...heading, align })
  }
  pdf.y += height
}

/** @returns the rest of a row that is taller than a page */
function drawRow(drawing: Drawing, given: readonly PdfCell[]): PdfCell[] | null {
  const { pdf, places, left, width } = drawing
  const most = pdf.room - headingHeight(drawing) - 2 * padding
  const cells = given.map((cell, at) => cutCell(pdf, cell, { width: inner(places[at]!), height: most }))
  const row = cells.map(({ part }) => part)
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
  return cells.some(({ rest }) => rest !== '') ? cells.map(({ rest }) => rest) : null
}

/** Splits a cell at a height: the part that fits, and the rest. */
function cutCell(
  pdf: PdfDocument,
  cell: PdfCell,
  { width, height }: { width: number; height: number },
): { part: PdfCell; rest: PdfCell } {
  if (heightOf(pdf, cell, width) <= height) return { part: cell, rest: '' }
  const { text, below } = partsOf(cell)
  const [part, rest] = pdf.cut(text, width, height)
  if (rest !== '') return { part, rest: { text: rest, below } }
  const [first, left] = pdf.cut(below ?? '', width, height - pdf.heightOf(part, width) - 1, small)
  return { part: { text: part, below: first }, rest: left === '' ? '' : { text: '', below: left } }
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
