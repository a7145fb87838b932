import { fill } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import { faint, line, PdfDocument } from '../../pdf/document.ts'
import { frame, printable } from '../../pdf/form.ts'
import { drawTable, type PdfCell } from '../../pdf/table.ts'
import type { GoodsLine } from '../goods.rules.ts'
import { drawPaperHead, type PaperAuthor } from '../head.drawing.ts'
import { type PaperLabels, paperLabels } from '../labels.ts'
import type { SheetGoods, SheetStop, TripSheet } from './content.rules.ts'
import { type SheetLabels, sheetLabels } from './labels.ts'

interface Labels extends PaperLabels {
  sheet: SheetLabels
}

const labelsIn = (language: Language): Labels => ({ ...paperLabels(language), sheet: sheetLabels(language) })

/** Content common to every page. */
export interface SheetFrame extends PaperAuthor {
  language: Language
  /** Date of the file, `YYYY-MM-DD`. */
  date: string
}

const red = '#b91c1c'

/** Draws a trip sheet as PDF/A on A4 (PAPER-14). */
export async function drawTripSheet(sheet: TripSheet, { language, date, ...by }: SheetFrame): Promise<Buffer> {
  const labels = labelsIn(language)
  const title = `${labels.sheet.tripSheet} ${sheet.name}`
  const pdf = new PdfDocument({ title, author: by.author, language, date })
  drawPaperHead(pdf, { title: labels.sheet.tripSheet, number: sheet.name, ...by, facts: sheet.facts })
  drawStops(pdf, sheet, labels)
  drawSignature(pdf, labels)
  return await pdf.finish((page, pages) => ({ left: title, right: fill(labels.page, { page, pages }) }))
}

/** The trips of a driver on one day. */
export interface DayList {
  driver: string
  /** The day as printed. */
  day: string
  sheets: readonly TripSheet[]
}

/** Draws the day list of a driver as PDF/A on A4: an overview of the trips, then each with its stops (PAPER-15). */
export async function drawDayList(list: DayList, { language, date, ...by }: SheetFrame): Promise<Buffer> {
  const labels = labelsIn(language)
  const title = titleOf(list, labels)
  const pdf = new PdfDocument({ title, author: by.author, language, date })
  drawList(pdf, list, by, labels)
  return await pdf.finish((page, pages) => ({ left: title, right: fill(labels.page, { page, pages }) }))
}

function titleOf({ driver, day }: DayList, { sheet }: Labels): string {
  return `${sheet.dayList} ${driver} ${day}`
}

/**
 * Draws the day lists of several drivers in one file, each starting on a new page and in its own language (PAPER-16).
 * They are separate handouts, so the footer names the driver and counts the pages of that list.
 */
export async function drawDayLists(
  lists: readonly (DayList & { language: Language })[],
  { language, date, ...by }: SheetFrame,
): Promise<Buffer> {
  const title = `${labelsIn(language).sheet.dayList} ${date}`
  const pdf = new PdfDocument({ title, author: by.author, language, date })
  const feet = lists.map((list, at) => {
    const labels = labelsIn(list.language)
    if (at > 0) pdf.addPage()
    const first = pdf.pages
    drawList(pdf, list, by, labels)
    return { first, last: pdf.pages, left: titleOf(list, labels), labels }
  })
  return await pdf.finish((page) => {
    const { first, last, left, labels } = feet.find((footer) => page <= footer.last)!
    return { left, right: fill(labels.page, { page: page - first + 1, pages: last - first + 1 }) }
  })
}

function drawList(pdf: PdfDocument, list: DayList, by: PaperAuthor, labels: Labels): void {
  const facts = [
    [labels.driver, list.driver],
    [labels.date, list.day],
  ] as const
  drawPaperHead(pdf, { title: labels.sheet.dayList, number: null, ...by, facts })
  drawTable(pdf, {
    columns: [
      { title: labels.trip, share: 11 },
      { title: labels.sheet.begin, share: 18 },
      { title: labels.sheet.end, share: 18 },
      { title: labels.sheet.route, share: 22 },
      { title: labels.sheet.stops, share: 8, align: 'right' },
      // Two licence plates fit on one line.
      { title: labels.vehicle, share: 23 },
    ],
    rows: list.sheets.map(({ name, summary }) =>
      [name, summary.begin, summary.end, summary.route, summary.stops, summary.vehicle].map(printable),
    ),
  })
  pdf.y += 16
  for (const sheet of list.sheets) {
    pdf.need(120)
    pdf.write(printable(`${labels.trip} ${sheet.name}`), { size: 14, isBold: true })
    const facts = sheet.facts.map(([label, value]) => printable(`${label}: ${value}`)).join(' · ')
    pdf.write(facts, { size: 8.5, colour: faint })
    pdf.y += 8
    drawStops(pdf, sheet, labels)
  }
  drawSignature(pdf, labels)
}

function drawStops(pdf: PdfDocument, { hasDangerousGoods, note, stops }: TripSheet, labels: Labels): void {
  if (hasDangerousGoods) {
    pdf.write(labels.dangerous, { isBold: true, colour: red })
    pdf.y += 6
  }
  if (note !== '') {
    writeNote(pdf, labels.sheet.tripNote, note)
    pdf.y += 6
  }
  for (const stop of stops) drawStop(pdf, stop, labels)
}

function drawStop(pdf: PdfDocument, stop: SheetStop, labels: Labels): void {
  pdf.need(stop.goods.length > 0 ? 185 : 130)
  pdf.rule('#9ca3af')
  pdf.y += 5
  pdf.write(printable(`${stop.sequence}. ${stop.title}`), { size: 11, isBold: true })
  if (stop.address !== '') pdf.write(printable(stop.address), { size: 9 })
  pdf.y += 3
  for (const [label, value] of stop.facts) drawFact(pdf, label, value)
  if (stop.notes.length > 0) pdf.y += 3
  for (const [label, text] of stop.notes) writeNote(pdf, label, text)
  pdf.y += 4
  if (stop.goods.length > 0) drawGoods(pdf, stop, labels)
  drawBoxes(pdf, labels)
}

const labelWidth = 70

function drawFact(pdf: PdfDocument, label: string, value: string): void {
  const box = { x: pdf.left + labelWidth, width: pdf.width - labelWidth }
  pdf.need(pdf.heightOf(printable(value), box.width))
  pdf.writeAt(label, { x: pdf.left, y: pdf.y, width: labelWidth - 4 }, { colour: faint })
  pdf.y += pdf.writeAt(printable(value), { ...box, y: pdf.y }) + 1.5
}

/** Longest piece of a note written at once: a piece must fit on a page. */
const longestPiece = 600

/** Writes a full note, over as many lines and pages as needed. */
function writeNote(pdf: PdfDocument, label: string, text: string): void {
  pdf.write(label, { size: 7.5, isBold: true, colour: faint })
  for (const piece of piecesOf(text)) pdf.write(printable(piece), { isBold: true })
  pdf.y += 2
}

function piecesOf(text: string): string[] {
  const pattern = new RegExp(`[^\\n]{1,${longestPiece}}(?=\\s|$)|[^\\n]{1,${longestPiece}}`, 'g')
  return [...text.matchAll(pattern)].map(([piece]) => piece.trim()).filter((piece) => piece !== '')
}

function drawGoods(pdf: PdfDocument, { goods, totals }: SheetStop, labels: Labels): void {
  const sums = totals && ['', totals.packages, '', labels.total, totals.weight, totals.loadingMetres]
  drawTable(pdf, {
    columns: [
      { title: labels.order, share: 24 },
      { title: labels.packages, share: 10, align: 'right' },
      { title: labels.packing, share: 14 },
      { title: labels.nature, share: 30 },
      { title: labels.weight, share: 12, align: 'right' },
      { title: labels.loadingMetres, share: 10, align: 'right' },
    ],
    rows: [...goods.flatMap((one) => rowsOf(one)), ...(sums ? [sums] : [])],
  })
  pdf.y += 6
}

function rowsOf({ order, lines }: SheetGoods): PdfCell[][] {
  if (lines.length === 0) return [[printable(order), '', '', '–', '', '']]
  return lines.map((one, at) => rowOf(one, at === 0 ? printable(order) : ''))
}

function rowOf(good: GoodsLine, order: string): PdfCell[] {
  const below = [...good.below, ...good.marks.split('\n')].filter((text) => text !== '')
  return [
    order,
    good.packages,
    printable(good.packing),
    { text: printable(good.nature), below: below.map(printable).join('\n') || null },
    good.weight,
    good.loadingMetres,
  ]
}

const boxHeight = 32

/** Boxes for times, count and signature at a stop. */
function drawBoxes(pdf: PdfDocument, { seal, sheet }: Labels): void {
  pdf.need(boxHeight + 10)
  const shares = [
    [sheet.arrival, 15],
    [sheet.departure, 15],
    [sheet.packages, 13],
    [seal, 17],
    [sheet.signature, 40],
  ] as const
  let x = pdf.left
  for (const [label, share] of shares) {
    const box = { x, y: pdf.y, width: (pdf.width * share) / 100, height: boxHeight }
    frame(pdf, box, line)
    pdf.writeAt(label, { x: x + 4, y: pdf.y + 2, width: box.width - 8 }, { size: 6.5, colour: faint })
    x += box.width
  }
  pdf.y += boxHeight + 12
}

function drawSignature(pdf: PdfDocument, labels: Labels): void {
  pdf.need(60)
  pdf.rule()
  pdf.y += 4
  pdf.write(labels.driverSignature, { size: 8, colour: faint })
}
