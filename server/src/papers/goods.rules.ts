import type { Language } from '@cartage/contract/reading/languages'
import { weightOf } from '../orders/goods-weight.rules.ts'
import { dangerLines } from './adr.rules.ts'
import type { PaperConsignment, PaperGood, PaperOrder } from './facts.rules.ts'
import { paperLabels } from './labels.ts'
import { numberText, sumText } from './numbers.rules.ts'

/** A good as papers print it. Numbers are in the language of the paper; what is unknown is empty. */
export interface GoodsLine {
  marks: string
  packages: string
  packing: string
  nature: string
  /** Below what it is: dangerous goods, temperature. */
  below: string[]
  statistical: string
  weight: string
  volume: string
  loadingMetres: string
}

export type GoodsTotals = Pick<GoodsLine, 'packages' | 'weight' | 'volume' | 'loadingMetres'>

/** Most barcodes of pieces among the marks of a good: a form has no room for those of a whole truck. */
const mostBarcodes = 4

/** The languages of a paper: its own, and the one that repeats what every authority has to read. */
export interface PaperLanguages {
  language: Language
  second: Language
}

/** The goods of a consignment, and in front of them the container they are in. */
export function goodsLines(
  { order }: PaperOrder,
  { goods }: PaperConsignment,
  { language, second }: PaperLanguages,
): GoodsLine[] {
  const lines = (goods ?? []).flatMap((good) => inPieces(goodsLine(good, language, second)))
  const container = containerLine(order, language)
  return container ? [container, ...lines] : lines
}

/** Most lines below one line of goods: a row of a table is never taller than a page. */
const mostBelow = 10

/** A line with more below it than a row bears goes on in lines that have nothing else. */
function inPieces(line: GoodsLine): GoodsLine[] {
  const rest: GoodsLine[] = []
  for (let at = mostBelow; at < line.below.length; at += mostBelow)
    rest.push({ ...emptyLine, below: line.below.slice(at, at + mostBelow) })
  return [{ ...line, below: line.below.slice(0, mostBelow) }, ...rest]
}

/** A line that has nothing but a text. */
export function textLine(nature: string): GoodsLine {
  return { ...emptyLine, nature }
}

const emptyLine: GoodsLine = {
  ...{ marks: '', packages: '', packing: '', nature: '', below: [], statistical: '' },
  ...{ weight: '', volume: '', loadingMetres: '' },
}

function goodsLine(good: PaperGood, language: Language, second: Language): GoodsLine {
  const text = (value: number | null | undefined) => (value == null ? '' : numberText(value, language))
  return {
    marks: marksOf(good),
    packages: text(good.quantity),
    packing: packingOf(good),
    nature: natureOf(good),
    below: [...dangerLines(good, language, second), ...temperatureLines(good, language)],
    statistical: customsCodes(good).join(', '),
    weight: text(weightOf(good)),
    volume: text(good.total_volume_m3),
    loadingMetres: text(good.total_loading_meters),
  }
}

/** What the packages of goods have together. */
export function goodsTotals(goods: readonly PaperGood[], language: Language): GoodsTotals {
  return {
    packages: sumText(
      goods.map(({ quantity }) => quantity),
      language,
    ),
    weight: sumText(goods.map(weightOf), language),
    volume: sumText(
      goods.map((good) => good.total_volume_m3),
      language,
    ),
    loadingMetres: sumText(
      goods.map((good) => good.total_loading_meters),
      language,
    ),
  }
}

/** What a good is: its words, else its product, else what is in it. */
export function natureOf({ description, product, packaged_items }: PaperGood): string {
  const inside = (packaged_items ?? []).flatMap((item) => item.description?.trim() || [])
  return description?.trim() || product?.name?.trim() || [...new Set(inside)].join(', ')
}

/** What a good is packed in. */
export function packingOf({ packaging_type: type }: PaperGood): string {
  return type?.export_alias?.trim() || type?.name?.trim() || type?.code?.trim() || ''
}

function marksOf({ packaged_items, handling_units }: PaperGood): string {
  const marks = (packaged_items ?? []).flatMap((item) => item.import_export?.shipping_marks ?? [])
  const codes = (handling_units ?? []).flatMap((unit) => unit.barcode?.value?.trim() || [])
  const shown = codes.length > mostBarcodes ? [codes[0]!, '…', codes.at(-1)!] : codes
  return [...new Set(marks), ...shown].join('\n')
}

function customsCodes({ packaged_items }: PaperGood): string[] {
  const codes = (packaged_items ?? []).map(({ import_export: customs }) => {
    return customs?.hs_code_export?.code?.trim() || customs?.hs_code_import?.code?.trim()
  })
  return [...new Set(codes.filter((code) => code !== undefined && code !== ''))] as string[]
}

/** `Temperature 2 °C to 8 °C`, or the one temperature that is ordered. */
export function temperatureLines(good: PaperGood, language: Language): string[] {
  const { temperature, to } = paperLabels(language)
  const degrees = (value: number) => `${numberText(value, language)} °C`
  const ordered = good.ordered_transport_temperature_degrees
  const [least, most] = [good.absolute_min_temperature_degrees, good.absolute_max_temperature_degrees]
  const range = least != null && most != null ? `${degrees(least)} ${to} ${degrees(most)}` : undefined
  const limit = least != null ? `≥ ${degrees(least)}` : most != null ? `≤ ${degrees(most)}` : undefined
  const allowed = range ?? limit
  const parts = [ordered != null && degrees(ordered), allowed && (ordered != null ? `(${allowed})` : allowed)]
  const amount = parts.filter(Boolean).join(' ')
  return amount === '' ? [] : [`${temperature} ${amount}`]
}

/** The container of an order, as a line of its own: type and number, seal, tare (PAPER-6). */
function containerLine({ container }: PaperOrder['order'], language: Language): GoodsLine | undefined {
  if (!container?.container_number && !container?.seal_number) return undefined
  const labels = paperLabels(language)
  const type = container.container_type?.container_iso_code || container.container_type?.code || ''
  const what = [labels.container, type].filter(Boolean).join(' ')
  const tare = container.tare_weight == null ? '' : `Tare ${numberText(container.tare_weight, language)} kg`
  const seal = container.seal_number ? `${labels.seal} ${container.seal_number}` : ''
  return {
    ...emptyLine,
    marks: [container.container_number, seal].filter(Boolean).join('\n'),
    nature: [what, tare].filter(Boolean).join('\n'),
  }
}
