import { faint, ink } from '../../pdf/document.ts'
import { type FormBox, frame, printable } from '../../pdf/form.ts'
import type { GoodsLine } from '../goods.rules.ts'
import type { FormDrawing } from './drawing.model.ts'

/** Columns of boxes 6 to 12: width in points, member of a line, and whether it is a number. */
const columns = [
  { box: 6, width: 94, member: 'marks' },
  { box: 7, width: 50, member: 'packages', isNumber: true },
  { box: 8, width: 66, member: 'packing' },
  { box: 9, width: 135, member: 'nature' },
  { box: 10, width: 50, member: 'statistical' },
  { box: 11, width: 60, member: 'weight', isNumber: true },
  { box: 12, width: 44, member: 'volume', isNumber: true },
] as const

const head = 27
const footer = 15
const size = 7.5
const gap = 3

/**
 * Boxes 6 to 12: as many goods as fit, and the totals of all.
 * @returns the goods that did not fit
 */
export function drawGoods(drawing: FormDrawing, box: FormBox): GoodsLine[] {
  const { pdf, note, labels } = drawing
  drawColumns(drawing, box)
  const room = box.height - head - footer - gap
  const heights = note.goods.map((line) => heightOf(drawing, line))
  const total = heights.reduce((sum, tall) => sum + tall, 0)
  const limit = total <= room ? room : room - 12
  let y = box.y + head + gap
  let drawn = 0
  for (const [at, line] of note.goods.entries()) {
    if (y + heights[at]! > box.y + head + gap + limit) break
    drawLine(drawing, line, box.x, y)
    y += heights[at]!
    drawn += 1
  }
  const rest = note.goods.slice(drawn)
  if (rest.length > 0) {
    const text = `… ${labels.continued} 2 (+ ${rest.length})`
    pdf.writeAt(text, { x: box.x + 146, y, width: 300 }, { size, isBold: true })
  }
  drawTotals(drawing, box)
  return rest
}

function drawColumns({ pdf, labels, second, colour }: FormDrawing, box: FormBox): void {
  frame(pdf, box, colour)
  let x = box.x
  for (const { box: number, width } of columns) {
    if (x > box.x) line(pdf.canvas, [x, box.y], [x, box.y + box.height], colour)
    pdf.writeAt(String(number), { x: x + 3, y: box.y + 1.5, width: 14 }, { size: 7, isBold: true, colour })
    const titles = [...new Set([labels.boxes[number]!, second.boxes[number]!])]
    const tall = pdf.writeAt(titles[0]!, { x: x + 13, y: box.y + 2, width: width - 14 }, { size: 5.2, colour: faint })
    if (titles[1])
      pdf.writeAt(titles[1], { x: x + 13, y: box.y + 2 + tall, width: width - 14 }, { size: 5.2, colour: faint })
    x += width
  }
  line(pdf.canvas, [box.x, box.y + head], [box.x + box.width, box.y + head], colour)
  line(pdf.canvas, [box.x, box.y + box.height - footer], [box.x + box.width, box.y + box.height - footer], colour)
}

function line(
  canvas: FormDrawing['pdf']['canvas'],
  from: [number, number],
  to: [number, number],
  colour: string,
): void {
  canvas
    .moveTo(...from)
    .lineTo(...to)
    .lineWidth(0.4)
    .strokeColor(colour)
    .stroke()
}

function heightOf({ pdf }: FormDrawing, goods: GoodsLine): number {
  return cellsHeight(pdf, goods) + belowHeight(pdf, goods) + gap
}

function cellsHeight(pdf: FormDrawing['pdf'], goods: GoodsLine): number {
  return Math.max(...columns.map(({ member, width }) => pdf.heightOf(printable(goods[member]), width - 6, { size })))
}

/** Text below the nature of goods extends over the columns to its right. */
const before = 94 + 50 + 66
function belowHeight(pdf: FormDrawing['pdf'], { below }: GoodsLine): number {
  return below.reduce((sum, text) => sum + pdf.heightOf(printable(text), pdf.width - before - 6, belowStyle(text)), 0)
}

/** Entries of dangerous goods are bold. */
function belowStyle(text: string) {
  return { size: 7, isBold: text.startsWith('UN ') }
}

function drawLine({ pdf }: FormDrawing, goods: GoodsLine, left: number, y: number): void {
  let x = left
  for (const column of columns) {
    const align = 'isNumber' in column ? 'right' : 'left'
    const box = { x: x + 3, y, width: column.width - 6 }
    pdf.writeAt(printable(goods[column.member]), box, { size, colour: ink, align })
    x += column.width
  }
  let at = y + cellsHeight(pdf, goods)
  for (const text of goods.below) {
    const box = { x: left + before + 3, y: at, width: pdf.width - before - 6 }
    at += pdf.writeAt(printable(text), box, belowStyle(text))
  }
}

function drawTotals({ pdf, note, labels, second }: FormDrawing, box: FormBox): void {
  const y = box.y + box.height - footer + 3.5
  const { totals } = note
  let x = box.x
  for (const { member, width } of columns) {
    const place = { x: x + 3, y, width: width - 6 }
    if (member === 'marks') {
      const titles = new Set([labels.costs.at(-1), second.costs.at(-1)])
      pdf.writeAt([...titles].join(' / '), place, { size: 5.5, colour: faint })
    }
    if (member === 'packages' || member === 'weight' || member === 'volume')
      pdf.writeAt(totals[member], place, { size, isBold: true, align: 'right' })
    x += width
  }
}
