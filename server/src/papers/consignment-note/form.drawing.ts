import { fill } from '@cartage/contract/message'
import { faint, ink, PdfDocument } from '../../pdf/document.ts'
import { drawBox, drawTick, type FormBox, fillBox, frame } from '../../pdf/form.ts'
import { drawLogo, type Letterhead } from '../../pdf/letterhead.ts'
import { drawBarCode } from '../bar-code.drawing.ts'
import type { ConsignmentNote, TextBox } from './content.rules.ts'
import { drawContinuation } from './continuation.drawing.ts'
import type { FormDrawing } from './drawing.model.ts'
import { drawGoods } from './goods-box.drawing.ts'
import { formLabels } from './labels.ts'

/** Line colours of the copies: sender, consignee, carrier, file. */
const copyColours = ['#b91c1c', '#1d4ed8', '#15803d', ink] as const

/**
 * Draws consignment notes on the CMR form as PDF/A (PAPER-3). Text that overflows its box goes on continuation sheets
 * (PAPER-10).
 * @param notes at least one
 * @param withCopies four copies of each, in their colours; otherwise one without
 */
export async function drawConsignmentNotes(
  notes: readonly ConsignmentNote[],
  { withCopies, letterhead }: { withCopies: boolean; letterhead: Letterhead },
): Promise<Buffer> {
  const [first] = notes
  if (!first) throw new RangeError('there is no consignment note to draw')
  const { language, date, number } = first
  const info = { title: `CMR ${number}`, author: first.boxes[16][0] ?? 'Cartage', language, date }
  const pdf = new PdfDocument(info)
  const footers: { left: string; right: string }[] = []
  for (const note of notes) {
    const labels = formLabels(note.language)
    for (const copy of withCopies ? [0, 1, 2, 3] : [undefined]) {
      const before = footers.length
      if (before > 0) pdf.addPage()
      const colour = copyColours[copy ?? 3]!
      drawNote({ pdf, note, labels, second: formLabels(note.second), colour }, copy, letterhead)
      const pages = pdf.pages - before
      const left = copy === undefined ? `CMR ${note.number}` : `CMR ${note.number} · ${labels.copies[copy]}`
      for (let page = 1; page <= pages; page += 1) footers.push({ left, right: fill(labels.page, { page, pages }) })
    }
  }
  return await pdf.finish((page) => footers[page - 1]!)
}

const top = 40
const half = (pdf: PdfDocument) => pdf.width / 2

function drawNote(drawing: FormDrawing, copy: number | undefined, letterhead: Letterhead): void {
  if (copy !== undefined) drawCopy(drawing, copy)
  drawHead(drawing)
  const rest = drawTextBoxes(drawing)
  drawCarrierLogo(drawing, letterhead)
  const left = drawGoods(drawing, { x: drawing.pdf.left, y: top + 278, width: drawing.pdf.width, height: 196 })
  drawPayment(drawing)
  drawCosts(drawing)
  const place = drawEstablished(drawing)
  if (place.length > 0) rest.set(21, place)
  drawClause(drawing)
  frame(drawing.pdf, { x: drawing.pdf.left, y: top, width: drawing.pdf.width, height: bottom - top }, drawing.colour)
  drawContinuation(drawing, rest, left)
}

const bottom = top + 278 + 196 + 138 + 28 + 92

function drawCopy({ pdf, labels, second, colour }: FormDrawing, copy: number): void {
  const y = top - 15
  pdf.canvas.rect(pdf.left, y, 12, 12).fill(colour)
  pdf.writeAt(
    String(copy + 1),
    { x: pdf.left, y: y + 1, width: 12 },
    { isBold: true, colour: '#ffffff', align: 'center' },
  )
  const text = `${labels.copies[copy]} / ${second.copies[copy]}`
  pdf.writeAt(text, { x: pdf.left + 17, y: y + 1.5, width: 400 }, { size: 8, isBold: true, colour })
}

/** The title in two languages, the letters CMR, and the number with its barcode. */
function drawHead({ pdf, note, labels, second, colour }: FormDrawing): void {
  const x = pdf.left + half(pdf)
  frame(pdf, { x, y: top, width: half(pdf), height: 66 }, colour)
  pdf.writeAt('CMR', { x: x + 6, y: top + 4, width: 60 }, { size: 20, isBold: true, colour })
  const titles = { x: x + 60, y: top + 6, width: half(pdf) - 66 }
  const tall = pdf.writeAt(labels.title, titles, { size: 9, isBold: true, align: 'right' })
  pdf.writeAt(second.title, { ...titles, y: titles.y + tall }, { size: 7.5, colour: faint, align: 'right' })
  drawBarCode(pdf, note.number, { x: x + 6, y: top + 31, width: half(pdf) - 12 }, 21)
}

/** The logo of the carrier at the right of box 16, which has short lines. */
function drawCarrierLogo({ pdf }: FormDrawing, letterhead: Letterhead): void {
  const { x, y, width, height } = boxOf(pdf, 16)
  const room = { width: 78, height: 30 }
  drawLogo(pdf, letterhead, { x: x + width - room.width - 5, y: y + height - room.height - 5, ...room })
}

/** Positions of the text boxes: column, distance from the top and height. */
const places: Readonly<Record<TextBox, readonly [column: 'left' | 'right', y: number, height: number]>> = {
  1: ['left', 0, 62],
  2: ['left', 62, 62],
  3: ['left', 124, 58],
  4: ['left', 182, 58],
  5: ['left', 240, 38],
  16: ['right', 66, 72],
  17: ['right', 138, 58],
  18: ['right', 196, 82],
  13: ['left', 474, 96],
  14: ['left', 570, 42],
  19: ['right', 474, 40],
  15: ['right', 612, 28],
  22: ['left', 640, 92],
  23: ['left', 640, 92],
  24: ['right', 640, 92],
}

/** Points used at the top of a box by other print, where it needs more than the title. */
const taken: Partial<Record<TextBox, number>> = { 14: 26, 22: 70, 23: 70, 24: 70 }

/** Draws the boxes of text. @returns what did not fit, by box */
function drawTextBoxes({ pdf, note, labels, second, colour }: FormDrawing): Map<number, string[]> {
  const rest = new Map<number, string[]>()
  for (const number of Object.keys(places).map(Number) as TextBox[]) {
    const box = boxOf(pdf, number)
    const title = drawBox(pdf, box, { number, titles: [labels.boxes[number]!, second.boxes[number]!], colour })
    const left = fillBox(pdf, box, note.boxes[number], taken[number] ?? title)
    if (left.length > 0) rest.set(number, left)
  }
  const { x, y, width } = boxOf(pdf, 24)
  const received = `${labels.received} / ${second.received} ………………………… ${labels.on} / ${second.on} ……………`
  pdf.writeAt(received, { x: x + 5, y: y + 20, width: width - 8 }, { size: 5.5, colour: faint })
  return rest
}

/** The three signature boxes share one row. */
function boxOf(pdf: PdfDocument, number: TextBox): FormBox {
  const [column, y, height] = places[number]
  if (number >= 22) {
    const width = pdf.width / 3
    return { x: pdf.left + (number - 22) * width, y: top + y, width, height }
  }
  return { x: column === 'left' ? pdf.left : pdf.left + half(pdf), y: top + y, width: half(pdf), height }
}

/** Box 14: carriage paid or forward. */
function drawPayment({ pdf, note, labels, second }: FormDrawing): void {
  const { x, y } = boxOf(pdf, 14)
  const choices = [
    [note.payment === 'PAID', `${labels.paid} / ${second.paid}`],
    [note.payment === 'FORWARD', `${labels.forward} / ${second.forward}`],
  ] as const
  for (const [at, [isOn, text]] of choices.entries()) {
    const left = x + 6 + at * 116
    drawTick(pdf, { x: left, y: y + 14, width: 7 }, isOn)
    pdf.writeAt(text, { x: left + 11, y: y + 13.5, width: 104 }, { size: 6.5 })
  }
}

/** Box 20: the costs of the carriage are filled in by hand. */
function drawCosts({ pdf, labels, second, colour }: FormDrawing): void {
  const box = { x: pdf.left + half(pdf), y: top + 514, width: half(pdf), height: 98 }
  drawBox(pdf, box, { number: 20, titles: [labels.boxes[20]!, second.boxes[20]!], colour })
  const columns = [0.4, 0.22, 0.14, 0.24]
  const head = ['', labels.payer.sender, labels.payer.currency, labels.payer.consignee]
  const heads = ['', second.payer.sender, second.payer.currency, second.payer.consignee]
  let x = box.x
  for (const [at, share] of columns.entries()) {
    const width = box.width * share
    if (at > 0) {
      pdf.canvas
        .moveTo(x, box.y + 11)
        .lineTo(x, box.y + box.height)
        .lineWidth(0.4)
        .strokeColor(colour)
        .stroke()
      const text = [...new Set([head[at]!, heads[at]!])].join(' / ')
      pdf.writeAt(text, { x: x + 1, y: box.y + 12.5, width: width - 2 }, { size: 5, colour: faint, align: 'center' })
    }
    x += width
  }
  const tall = (box.height - 25) / labels.costs.length
  for (const [at, cost] of labels.costs.entries()) {
    const y = box.y + 25 + at * tall
    pdf.canvas
      .moveTo(box.x, y)
      .lineTo(box.x + box.width, y)
      .lineWidth(0.4)
      .strokeColor(colour)
      .stroke()
    const text = [...new Set([cost, second.costs[at]])].join(' / ')
    pdf.writeAt(text, { x: box.x + 4, y: y + 2.5, width: box.width * 0.4 - 5 }, { size: 5, colour: faint })
  }
}

/** Box 21: where and when the note was made out. @returns the place where it does not fit */
function drawEstablished({ pdf, note, labels, second, colour }: FormDrawing): string[] {
  const box = { x: pdf.left, y: top + 612, width: half(pdf), height: 28 }
  drawBox(pdf, box, { number: 21, titles: [labels.boxes[21]!, second.boxes[21]!], colour })
  const { place, day } = note.established
  const left = fillBox(pdf, { x: box.x + 12, y: box.y + 12, width: 140, height: 15 }, place === '' ? [] : [place], 1)
  const on = { x: box.x + 150, y: box.y + 14.5, width: 30 }
  pdf.writeAt(`${labels.on} / ${second.on}`, on, { size: 5.5, colour: faint })
  pdf.writeAt(day, { x: box.x + 176, y: box.y + 13, width: 70 }, { size: 8.5 })
  return left
}

function drawClause({ pdf, labels, second }: FormDrawing): void {
  const box = { x: pdf.left, y: bottom + 2, width: pdf.width }
  const tall = pdf.writeAt(labels.clause, box, { size: 5, colour: faint })
  pdf.writeAt(second.clause, { ...box, y: box.y + tall }, { size: 5, colour: faint })
}
