import { fill } from '@cartage/contract/message'
import { faint, line, PdfDocument, shade } from '../../pdf/document.ts'
import { printable } from '../../pdf/form.ts'
import { drawTable } from '../../pdf/table.ts'
import { drawPaperHead, type PaperAuthor } from '../head.drawing.ts'
import { paperLabels } from '../labels.ts'
import type { PrintedLeg, TemperaturePaper } from './content.rules.ts'
import { type TemperatureLabels, temperatureLabels } from './labels.ts'

const red = '#b91c1c'
const blue = '#1d4ed8'
const band = '#dcfce7'

/** Draws the record of temperatures of an order as PDF/A on A4 (PAPER-20). */
export async function drawTemperatureRecord(paper: TemperaturePaper, by: PaperAuthor): Promise<Buffer> {
  const labels = temperatureLabels(paper.language)
  const title = `${labels.title} ${paper.number}`
  const pdf = new PdfDocument({ title, author: by.author, language: paper.language, date: paper.date })
  drawPaperHead(pdf, { title: labels.title, number: paper.number, ...by, facts: paper.facts })
  drawExcursions(pdf, paper, labels)
  for (const leg of paper.legs) drawLeg(pdf, leg, labels)
  const common = paperLabels(paper.language)
  return await pdf.finish((page, pages) => ({ left: title, right: fill(common.page, { page, pages }) }))
}

function drawExcursions(pdf: PdfDocument, paper: TemperaturePaper, labels: TemperatureLabels): void {
  if (paper.excursions.length === 0) {
    pdf.write(paper.legs.length === 0 ? labels.nothing : labels.noExcursion, { isBold: true })
  } else {
    pdf.write(labels.excursions, { size: 11, isBold: true, colour: red })
    pdf.y += 4
    drawTable(pdf, {
      columns: [
        { title: paperLabels(paper.language).vehicle, share: 20 },
        { title: labels.from, share: 18 },
        { title: labels.until, share: 18 },
        { title: labels.minutes, share: 10, align: 'right' },
        { title: labels.worst, share: 12, align: 'right' },
        { title: labels.range, share: 18, align: 'right' },
      ],
      rows: paper.excursions.map((row) => row.map(printable)),
    })
  }
  pdf.y += 14
}

function drawLeg(pdf: PdfDocument, leg: PrintedLeg, labels: TemperatureLabels): void {
  pdf.need(220)
  pdf.write(printable(leg.title), { size: 11, isBold: true })
  pdf.write(leg.onBoard, { size: 8.5, colour: faint })
  pdf.y += 6
  drawGraph(pdf, leg)
  pdf.write([labels.measured, leg.note].filter((text) => text !== '').join(' · '), { size: 8.5, colour: faint })
  pdf.y += 4
  drawTable(pdf, {
    columns: [
      { title: labels.time, share: 30 },
      { title: labels.degrees, share: 20, align: 'right' },
      { title: labels.counts, share: 50 },
    ],
    rows: leg.rows,
  })
  pdf.y += 14
}

const [tall, labelWidth, tickWidth] = [120, 40, 70]

/** Draws the measurements as a line over a band, the permitted range of the goods. */
function drawGraph(pdf: PdfDocument, { points, range, from, until, ticks }: PrintedLeg): void {
  const ends = [range.least, range.most].filter((end) => end !== null)
  const values = [...points.map(({ degrees }) => degrees), ...ends]
  const [low, high] = [Math.floor(Math.min(...values) - 1), Math.ceil(Math.max(...values) + 1)]
  const [left, top, width] = [pdf.left + labelWidth, pdf.y, pdf.width - labelWidth]
  const x = (at: number) => left + (width * (at - from)) / Math.max(1, until - from)
  const y = (degrees: number) => top + (tall * (high - degrees)) / (high - low)
  const { canvas } = pdf
  canvas.rect(left, top, width, tall).fill(shade)
  const [upper, lower] = [range.most ?? high, range.least ?? low]
  // A range of a single temperature is drawn as a line.
  canvas.rect(left, y(upper), width, Math.max(1, y(lower) - y(upper))).fill(band)
  for (const degrees of new Set([low, ...ends, high])) {
    canvas
      .moveTo(left, y(degrees))
      .lineTo(left + width, y(degrees))
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke()
    pdf.writeAt(`${degrees} °C`, { x: pdf.left, y: y(degrees) - 4, width: labelWidth - 4 }, { size: 7, colour: faint })
  }
  const [first, ...others] = points
  if (first) {
    canvas.moveTo(x(first.at), y(first.degrees))
    for (const { at, degrees } of others) canvas.lineTo(x(at), y(degrees))
    canvas.lineWidth(1).strokeColor(blue).stroke()
  }
  for (const { at, degrees, isOutside } of points) {
    if (isOutside) canvas.circle(x(at), y(degrees), 1.6).fill(red)
  }
  for (const { at, label } of ticks) {
    canvas
      .moveTo(x(at), top + tall)
      .lineTo(x(at), top + tall + 3)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke()
    const begin = Math.min(Math.max(left, x(at) - tickWidth / 2), left + width - tickWidth)
    const align = begin === left ? 'left' : begin < x(at) - tickWidth / 2 ? 'right' : 'center'
    pdf.writeAt(label, { x: begin, y: top + tall + 4, width: tickWidth }, { size: 7, colour: faint, align })
  }
  pdf.y = top + tall + 18
}
