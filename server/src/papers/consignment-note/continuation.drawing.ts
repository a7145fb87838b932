import { faint } from '../../pdf/document.ts'
import { printable } from '../../pdf/form.ts'
import { drawTable } from '../../pdf/table.ts'
import { drawBarCode } from '../bar-code.drawing.ts'
import type { GoodsLine } from '../goods.rules.ts'
import type { FormDrawing } from './drawing.model.ts'

/**
 * Continuation sheets for content that did not fit on the form (PAPER-10): texts by box, then the goods, with column
 * titles on each sheet. Draws nothing when everything fit.
 */
export function drawContinuation(
  drawing: FormDrawing,
  rest: ReadonlyMap<number, readonly string[]>,
  goods: readonly GoodsLine[],
): void {
  if (rest.size === 0 && goods.length === 0) return
  const { pdf, note, labels, second } = drawing
  pdf.addPage()
  pdf.writeAt('CMR', { x: pdf.left, y: pdf.y, width: 60 }, { size: 20, isBold: true, colour: drawing.colour })
  const titles = { x: pdf.left + 60, y: pdf.y + 3, width: 200 }
  const tall = pdf.writeAt(labels.continuation, titles, { isBold: true })
  pdf.writeAt(second.continuation, { ...titles, y: titles.y + tall }, { size: 7.5, colour: faint })
  drawBarCode(pdf, note.number, { x: pdf.left + 260, y: pdf.y, width: pdf.width - 260 }, 21)
  pdf.y += 44
  for (const [number, lines] of rest) {
    pdf.write(`${number}  ${labels.boxes[number]}`, { size: 7.5, isBold: true })
    for (const line of lines) pdf.write(line, { size: 8.5 })
    pdf.y += 8
  }
  if (goods.length > 0) drawRest(drawing, goods)
}

function drawRest({ pdf, labels }: FormDrawing, goods: readonly GoodsLine[]): void {
  const title = (number: number) => `${number} ${labels.boxes[number]}`
  drawTable(pdf, {
    columns: [
      { title: title(6), share: 112 },
      { title: title(7), share: 52, align: 'right' },
      { title: title(8), share: 62 },
      { title: title(9), share: 108 },
      { title: title(10), share: 50 },
      { title: title(11), share: 69, align: 'right' },
      { title: title(12), share: 46, align: 'right' },
    ],
    rows: goods.map((line) => [
      printable(line.marks),
      line.packages,
      printable(line.packing),
      { text: printable(line.nature), below: line.below.map(printable).join('\n') || null },
      line.statistical,
      line.weight,
      line.volume,
    ]),
  })
}
